import { expect, it } from 'vitest';
import { toViewText } from './diagram-view-text.ts';

const view = { x: 10.4, y: 20.6, zoom: 0.5123 };

it('toViewText describes the view, the selection and the request', () => {
  const request = { type: 'file_tree', layoutType: 'treemap', expanded: ['src'] } as const;
  expect(JSON.parse(toViewText({ view, selected: 'a/b:src', request }))).toEqual({
    center: { x: 10, y: 21 },
    zoom: 0.51,
    selected: 'a/b:src',
    type: 'file_tree',
    layoutType: 'treemap',
    expanded: ['src'],
  });
});

it.each([10, 400, 1_000])('toViewText is JSON within 500 characters for names of %d characters', (length) => {
  const long = 'x'.repeat(length);
  const request = { type: 'custom', filters: { pathPatterns: [long] }, expanded: [long, long] } as const;
  const text = toViewText({ view, selected: long, request });
  expect(text.length).toBeLessThanOrEqual(500);
  expect(JSON.parse(text)).toMatchObject({ type: 'custom' });
});
