import { compareNames } from '../build/compare-names.ts';
import type { Arrange, Sized } from './place-nodes.ts';

const gap = 24;

/** Places nodes in rows, those of a folder side by side. */
export const arrangeGrid: Arrange = (nodes) => {
  const sorted = nodes.toSorted((one, other) => compareNames(one.folder, other.folder) || one.order - other.order);
  const area = nodes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const rowWidth = Math.max(Math.sqrt(area * 1.6), ...nodes.map(({ width }) => width));
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  let [x, y, rowHeight] = [0, 0, 0];
  for (const { id, width, height } of sorted as readonly Sized[]) {
    if (x > 0 && x + width > rowWidth) {
      x = 0;
      y += rowHeight + gap;
      rowHeight = 0;
    }
    places.set(id, { x, y });
    x += width + gap;
    rowHeight = Math.max(rowHeight, height);
  }
  return places;
};
