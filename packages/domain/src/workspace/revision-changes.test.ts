import { expect, it } from 'vitest';
import { countRevisionChanges } from './revision-changes.ts';

const file = (id: string, path: string, content: string) => ({ id, path, content });

it('countRevisionChanges counts the changes of each revision to the one before it, in any order', () => {
  const contents = [
    { revisionNumber: 2, files: [file('1', 'a', 'new'), file('2', 'b/moved', 'same')] },
    { revisionNumber: 0, files: [file('1', 'a', 'old'), file('2', 'moved', 'same')] },
    { revisionNumber: 1, files: [file('1', 'a', 'old'), file('2', 'moved', 'same'), file('3', 'c', 'brief')] },
    { revisionNumber: 3, files: [file('1', 'a', 'new'), file('2', 'b/moved', 'same')] },
  ];
  expect(countRevisionChanges(contents)).toEqual(
    new Map([
      [0, { added: 2, removed: 0, modified: 0, renamed: 0 }],
      [1, { added: 1, removed: 0, modified: 0, renamed: 0 }],
      [2, { added: 0, removed: 1, modified: 1, renamed: 1 }],
      [3, { added: 0, removed: 0, modified: 0, renamed: 0 }],
    ]),
  );
});

it('countRevisionChanges returns nothing for no revisions', () => {
  expect(countRevisionChanges([])).toEqual(new Map());
});
