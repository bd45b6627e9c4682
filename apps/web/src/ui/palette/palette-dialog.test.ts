import { expect, test } from 'vitest';
import { groupActions, rateAction } from './palette-dialog.tsx';
import type { PaletteAction } from './palette-registry.tsx';

const run = () => undefined;
const actions: readonly PaletteAction[] = [
  { id: 'export', group: 'Chart', label: 'Export chart…', run },
  { id: 'edit', group: 'Files', label: 'Edit values.yaml', run },
  { id: 'values', group: 'Files', label: 'values.yaml', isFile: true, run },
  { id: 'service', group: 'Files', label: 'templates/service.yaml', isFile: true, run },
  { id: 'chart', group: 'Files', label: 'Chart.yaml', isFile: true, run },
  { id: 'history', group: 'Chat', label: 'Search conversations…', keywords: ['history'], run },
];

test.each([
  ['chart', 'chart'],
  ['Values', 'values'],
  ['serv', 'service'],
  ['edit', 'edit'],
  ['history', 'history'],
  ['srch', 'history'],
])('rateAction ranks for «%s» %s first', (typed, first) => {
  const [best] = actions.toSorted((left, right) => rateAction(right, typed) - rateAction(left, typed));
  expect(best?.id).toBe(first);
});

test('rateAction rates an action without a match as zero', () => {
  expect(actions.map((action) => rateAction(action, 'zzz'))).toEqual(actions.map(() => 0));
});

test.each([
  ['', ['Chart', 'Files', 'Chat']],
  [' ', ['Chart', 'Files', 'Chat']],
  ['chart', ['Files', 'Chart', 'Chat']],
  ['history', ['Chat', 'Chart', 'Files']],
])('groupActions with «%s» typed has the headings %o', (typed, headings) => {
  expect(groupActions(actions, typed).map(([heading]) => heading)).toEqual(headings);
});
