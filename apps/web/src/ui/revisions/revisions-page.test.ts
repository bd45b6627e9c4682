import { describe, expect, it } from 'vitest';
import { describeChanges, describeOrigin } from './revisions-page.tsx';

describe('describeOrigin', () => {
  it.each([
    ['sample', null, 'The sample chart'],
    ['accept', null, 'Changes accepted'],
    ['rollback', 3, 'Rolled back to revision 3'],
    ['by_magic', null, 'by_magic'],
  ])('describes %s of %s', (createdType, sourceRevisionNumber, words) => {
    expect(describeOrigin({ createdType, sourceRevisionNumber })).toBe(words);
  });
});

describe('describeChanges', () => {
  const none = { added: 0, removed: 0, modified: 0, renamed: 0 };
  it.each([
    [none, 'no file changed'],
    [{ ...none, added: 1, modified: 2 }, '2 modified, 1 added'],
    [{ added: 1, removed: 2, modified: 3, renamed: 4 }, '3 modified, 1 added, 4 renamed, 2 removed'],
  ])('describes %o', (changes, words) => {
    expect(describeChanges(changes)).toBe(words);
  });
});
