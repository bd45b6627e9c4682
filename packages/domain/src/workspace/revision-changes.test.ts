import { expect, it } from 'vitest';
import { countRevisionChanges } from './revision-changes.ts';

const file = (id: string, path: string, content: string) => ({ id, path, content });

it('countRevisionChanges counts added, removed, modified and renamed files', () => {
  const before = [file('1', 'a', 'old'), file('2', 'moved', 'same'), file('3', 'c', 'brief'), file('5', 'e', 'same')];
  const after = [file('1', 'a', 'new'), file('2', 'b/moved', 'same'), file('4', 'd', 'added'), file('5', 'e', 'same')];
  expect(countRevisionChanges(before, after)).toEqual({ added: 1, removed: 1, modified: 1, renamed: 1 });
});

it('countRevisionChanges counts all files of the first revision as added', () => {
  expect(countRevisionChanges([], [file('1', 'a', ''), file('2', 'b', '')])).toEqual({
    added: 2,
    removed: 0,
    modified: 0,
    renamed: 0,
  });
});
