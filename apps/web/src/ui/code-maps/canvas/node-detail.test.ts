import { expect, it } from 'vitest';
import { toFontSize, toNodeDetail, toZoomStep } from './node-detail.ts';

const folder = { width: 400, height: 200, hasChildren: true };
const file = { width: 100, height: 50, hasChildren: false, parent: folder };

it.each([
  [folder, 1, 'full'],
  [folder, 0.25, 'summary'],
  [folder, 0.05, 'box'],
  [file, 1, 'full'],
  [file, 0.3, 'full'],
  [file, 0.2, 'hidden'],
  [{ ...file, width: 20 }, 1, 'box'],
])('toNodeDetail of %o at zoom %d is %s', (node, zoom, detail) => {
  expect(toNodeDetail({ ...node, zoom })).toBe(detail);
});

it('toZoomStep has few steps and stays near the zoom level', () => {
  const steps = new Set(Array.from({ length: 200 }, (_, index) => toZoomStep(0.1 + index * 0.01)));
  expect(steps.size).toBeLessThan(20);
  expect(toZoomStep(1)).toBe(1);
});

it('toFontSize fits a label into its box', () => {
  expect(toFontSize({ zoom: 1, height: 40 })).toBe(12);
  expect(toFontSize({ zoom: 0.5, height: 100 })).toBe(24);
  expect(toFontSize({ zoom: 0.1, height: 30 })).toBeCloseTo(19.8);
});
