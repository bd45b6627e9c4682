import type { PendingChange } from '@shipmate/domain/workspace';
import { describe, expect, it } from 'vitest';
import { toFileView } from './workspace-view.ts';

const accepted = 'replicas: 1\nimage: nginx\n';

describe('toFileView', () => {
  it.each<{ name: string; content: string; pending: PendingChange | null; expected: object }>([
    {
      name: 'nothing pending',
      content: accepted,
      pending: null,
      expected: { contentPending: null, pendingOp: null, pendingPath: null, additions: 0, deletions: 0 },
    },
    {
      name: 'a new file',
      content: '',
      pending: { op: 'create', content: accepted },
      expected: { contentPending: accepted, pendingOp: 'create', pendingPath: null, additions: 2, deletions: 0 },
    },
    {
      name: 'a new file that is empty',
      content: '',
      pending: { op: 'create', content: '' },
      expected: { contentPending: '', pendingOp: 'create', pendingPath: null, additions: 0, deletions: 0 },
    },
    {
      name: 'a changed line and an added one',
      content: accepted,
      pending: { op: 'modify', content: 'replicas: 3\nimage: nginx\nport: 80\n' },
      expected: {
        pendingOp: 'modify',
        additions: 2,
        deletions: 1,
        version: expect.stringMatching(/^[0-9a-f]{16}$/),
        hunks: [
          expect.objectContaining({ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }),
          expect.objectContaining({ oldStart: 3, oldLines: 0, newStart: 3, newLines: 1 }),
        ],
      },
    },
    {
      name: 'a deletion',
      content: accepted,
      pending: { op: 'delete' },
      expected: { contentPending: null, pendingOp: 'delete', pendingPath: null, additions: 0, deletions: 2 },
    },
    {
      name: 'a move without an edit',
      content: accepted,
      pending: { op: 'rename', path: 'prod.yaml' },
      expected: { contentPending: accepted, pendingOp: 'rename', pendingPath: 'prod.yaml', additions: 0, deletions: 0 },
    },
  ])('shows $name', ({ content, pending, expected }) => {
    const view = toFileView({ id: 'file', chartId: 'chart', path: 'values.yaml', content, pending });
    expect(view).toMatchObject({ id: 'file', chartId: 'chart', path: 'values.yaml', content, ...expected });
  });
});
