import type { FileView } from '@shipmate/protocol/web/workspace';
import { describe, expect, it } from 'vitest';
import { beginEdit, isDirty, rebase, toMeanwhile } from './edit-session.ts';

const file: FileView = {
  id: '1',
  chartId: null,
  path: 'values.yaml',
  content: 'a: 1\n',
  contentPending: null,
  pendingOp: null,
  pendingPath: null,
  additions: 0,
  deletions: 0,
  version: 'v1',
  bytes: 0,
  acceptedVersion: null,
  hunks: [],
};
const modified: FileView = { ...file, contentPending: 'a: 2\n', pendingOp: 'modify', version: 'v2' };

it('beginEdit starts with the pending content and path', () => {
  expect(beginEdit(modified)).toEqual({ path: 'values.yaml', base: 'a: 2\n', text: 'a: 2\n' });
  const moved: FileView = { ...file, contentPending: 'a: 1\n', pendingOp: 'rename', pendingPath: 'b.yaml' };
  expect(beginEdit(moved)).toEqual({ path: 'b.yaml', base: 'a: 1\n', text: 'a: 1\n' });
  expect(beginEdit({ ...file, contentPending: '', pendingOp: 'modify' }).text).toBe('');
});

it('isDirty returns true once the text differs', () => {
  const session = beginEdit(file);
  expect([isDirty(session), isDirty({ ...session, text: 'x' }), isDirty(rebase(modified, 'a: 2\n'))]).toEqual([
    false,
    true,
    false,
  ]);
});

describe('toMeanwhile', () => {
  const accepted: FileView = { ...file, content: 'a: 2\n', version: 'v3' };
  const moved: FileView = { ...file, pendingOp: 'rename', pendingPath: 'b.yaml', contentPending: 'a: 1\n' };
  it.each<{ name: string; begun: FileView; now: FileView | undefined; meanwhile: string }>([
    { name: 'nothing', begun: file, now: file, meanwhile: 'same' },
    { name: 'an edit', begun: file, now: modified, meanwhile: 'changed' },
    { name: 'an acceptance of what was seen', begun: modified, now: accepted, meanwhile: 'same' },
    { name: 'a rejection', begun: modified, now: file, meanwhile: 'changed' },
    { name: 'a pending move', begun: file, now: moved, meanwhile: 'same' },
    { name: 'a pending deletion', begun: file, now: { ...file, pendingOp: 'delete' }, meanwhile: 'deleted' },
    { name: 'a deletion', begun: file, now: undefined, meanwhile: 'gone' },
  ])('detects $name', ({ begun, now, meanwhile }) => {
    expect(toMeanwhile({ ...beginEdit(begun), text: 'mine' }, now)).toBe(meanwhile);
  });
});
