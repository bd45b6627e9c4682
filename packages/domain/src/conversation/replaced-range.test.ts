import { expect, it } from 'vitest';
import { toIsReplaced } from './replaced-range.ts';

const replacement = (position: number, replacedPosition: number) => ({ position, replacedPosition });

const cases: [name: string, replacements: [position: number, replaced: number][], replaced: number[]][] = [
  ['nothing without edits', [], []],
  ['an edited question and everything until its edit', [[5, 3]], [3, 4]],
  [
    'an edited edit',
    [
      [3, 1],
      [5, 3],
    ],
    [1, 2, 3, 4],
  ],
  [
    'nothing more for an edit of a replaced question',
    [
      [3, 1],
      [5, 1],
    ],
    [1, 2],
  ],
];

it.each(cases)('toIsReplaced finds %s', (_, replacements, expected) => {
  const isReplaced = toIsReplaced(replacements.map((pair) => replacement(...pair)));
  expect([1, 2, 3, 4, 5, 6].filter(isReplaced)).toEqual(expected);
});
