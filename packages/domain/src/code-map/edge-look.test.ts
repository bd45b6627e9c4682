import { expect, it } from 'vitest';
import { toEdgeOpacity, toStraightEdge } from './edge-look.ts';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

it('toStraightEdge ends at the borders that face each other', () => {
  expect(toStraightEdge(box(0, 0), box(300, 0))).toEqual({ from: { x: 100, y: 20 }, to: { x: 300, y: 20 } });
  expect(toStraightEdge(box(0, 200), box(0, 0))).toEqual({ from: { x: 50, y: 200 }, to: { x: 50, y: 40 } });
  expect(toStraightEdge(box(0, 0), box(0, 0))).toEqual({ from: { x: 50, y: 20 }, to: { x: 50, y: 20 } });
});

it('toEdgeOpacity shows edges of few references fainter in a picture with many edges', () => {
  const edge = (count: number) => ({ data: { kind: 'import' as const, count, inferred: false, evidence: [] } });
  const many = [edge(1), edge(50), ...Array.from({ length: 60 }, () => edge(7))];
  const opacities = many.map(toEdgeOpacity(many));
  expect(opacities[1]).toBe(1);
  expect(opacities[0]).toBeGreaterThan(0.25);
  expect(opacities[0]).toBeLessThan(opacities[2] ?? 0);
  expect([edge(1), edge(9)].map(toEdgeOpacity([edge(1), edge(9)]))).toEqual([1, 1]);
});
