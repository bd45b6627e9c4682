import { expect, it } from 'vitest';
import { afterEdit, afterView, hasChangedSince, ownChanges } from './run-file.ts';
import type { PendingChange, WorkspaceFile } from './workspace-file.ts';

function file(content: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: 'id', chartId: null, path: 'a', content, pending };
}
const modified = (content: string) => file('old', { op: 'modify', content });

it('hasChangedSince reports changes by others since a view or an edit, and none by an acceptance', () => {
  const known = afterView(undefined, modified('seen'));
  expect(hasChangedSince(known, modified('seen'))).toBe(false);
  expect(hasChangedSince(known, file('seen'))).toBe(false);
  expect(hasChangedSince(known, modified('other'))).toBe(true);
  expect(hasChangedSince(known, file('seen', { op: 'rename', path: 'b' }))).toBe(true);
  expect(hasChangedSince(known, file('seen', { op: 'delete' }))).toBe(true);
});

it.each<[string, WorkspaceFile, readonly string[]]>([
  ['as the run left it', modified('mine'), ['a']],
  ['edited by another writer', modified('theirs'), []],
  ['moved by another writer', file('old', { op: 'rename', path: 'b', content: 'mine' }), []],
  ['accepted', file('mine'), []],
])('ownChanges returns the own changes when a file is %s', (_, now, own) => {
  const known = afterEdit(undefined, { before: file('old'), after: modified('mine') });
  expect(ownChanges([now], [known])).toEqual(own);
});

it('ownChanges excludes a change that another writer began, however often the run edits it', () => {
  const first = afterEdit(undefined, { before: modified('theirs'), after: modified('both') });
  const second = afterEdit(first, { before: modified('both'), after: modified('both, again') });
  expect(ownChanges([modified('both, again')], [second])).toEqual([]);
});

it("ownChanges includes a run's own file through further edits and views until another writer changes it", () => {
  const first = afterEdit(undefined, { after: file('', { op: 'create', content: '1' }) });
  const viewed = afterView(first, file('', { op: 'create', content: '1' }));
  const edit = {
    before: file('', { op: 'create', content: '1' }),
    after: file('', { op: 'create', content: '2' }),
  } as const;
  expect(ownChanges([edit.after], [afterEdit(viewed, edit)])).toEqual(['a']);
  const foreign = file('', { op: 'create', content: 'theirs' });
  expect(ownChanges([foreign], [afterView(viewed, foreign)])).toEqual([]);
});

it('ownChanges excludes a file that the run only viewed', () => {
  expect(ownChanges([modified('theirs')], [afterView(undefined, modified('theirs'))])).toEqual([]);
});
