import { expect, it } from 'vitest';
import { toEdgeOpacity, toEdgePath } from './edge-path.ts';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });
const pathOf = (...ends: Parameters<typeof toEdgePath>) => toEdgePath(...ends).path;

it('toEdgePath leads from layer to layer, and back beside the first edge', () => {
  const [left, right] = [box(0, 0), box(300, 100)];
  expect(pathOf(left, right, 'hierarchical')).toBe('M100,20C200,20,200,120,300,120');
  expect(pathOf(right, left, 'hierarchical')).toBe('M300,130C200,130,200,30,100,30');
  expect(pathOf(box(0, 0), box(20, 200), 'hierarchical')).toBe('M52,40L68,200');
  expect(toEdgePath(left, right, 'hierarchical').middle).toEqual({ x: 200, y: 70 });
  expect(toEdgePath(right, left, 'hierarchical').middle).toEqual({ x: 200, y: 92 });
});

it('toEdgePath ends at the borders that face each other, and in a treemap in the middles of areas', () => {
  expect(pathOf(box(0, 0), box(300, 0), 'force_directed')).toBe('M100,20L300,20');
  expect(pathOf(box(0, 200), box(0, 0), 'force_directed')).toBe('M50,200L50,40');
  expect(pathOf(box(0, 0), box(0, 0), 'force_directed')).toBe('M50,20L50,20');
  expect(pathOf(box(0, 0), box(100, 0), 'treemap')).toBe('M50,20L150,20');
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
