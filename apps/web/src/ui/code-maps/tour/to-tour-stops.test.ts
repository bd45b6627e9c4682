import type { NavigationAction } from '@shipmate/domain/code-map';
import { expect, it } from 'vitest';
import { describeStop, toTourStops } from './to-tour-stops.ts';

const focus = (path: string): NavigationAction => ({ type: 'focusNode', nodeId: `local/shop:${path}` });
const mark = (path: string): NavigationAction => ({ type: 'highlightNodes', nodeIds: [`local/shop:${path}`] });
const unfold = (path: string): NavigationAction => ({ type: 'expandPath', path });
const open = (path: string): NavigationAction => ({ type: 'openFileRange', path, startLine: 1, endLine: 9 });

it.each([
  ['no actions', [], []],
  ['one view', [unfold('src'), focus('src'), mark('src'), open('src/a.ts')], [4]],
  ['two views', [focus('src'), open('src/a.ts'), focus('docs'), open('docs/b.md')], [2, 2]],
  ['two files', [open('a.ts'), open('b.ts')], [1, 1]],
  ['a folder to unfold after a view', [focus('src'), unfold('docs'), focus('docs/b')], [1, 2]],
  ['another diagram', [mark('src'), { type: 'openDiagram', diagramId: 'd' }, focus('src')], [1, 2]],
] as const)('toTourStops groups %s', (_, actions, lengths) => {
  expect(toTourStops(actions).map(({ length }) => length)).toEqual(lengths);
});

it('toTourStops keeps every action in its order', () => {
  const each = [focus('a'), mark('b'), unfold('c'), open('d.ts'), { type: 'panTo', x: 1, y: 2 } as const];
  const pairs = each.flatMap((one) => each.map((other) => [one, other]));
  for (const actions of pairs.flatMap((head) => pairs.map((tail) => [...head, ...tail]))) {
    const stops = toTourStops(actions);
    expect(stops.flat()).toEqual(actions);
    expect(stops.every((stop) => stop.length > 0)).toBe(true);
  }
});

it('describeStop names the places of a stop', () => {
  expect(describeStop([unfold('src'), focus('src/a.ts'), open('src/a.ts')])).toBe(
    'unfold src, focus on src/a.ts, open src/a.ts, lines 1 to 9',
  );
  expect(describeStop([{ type: 'zoomTo', nodeIds: ['a', 'b'] }])).toBe('zoom to 2 nodes');
});
