import { describe, expect, it } from 'vitest';
import { acceptChanges, rejectChanges } from '../use-cases/change-decisions.ts';
import type { PendingChange, WorkspaceFile } from '../workspace/workspace-file.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract for accepting and rejecting pending changes on every `WorkspaceStore`. */
export function changeDecisionsContract(open: OpenDatabase): void {
  describe('acceptChanges and rejectChanges', () => {
    const database = useDatabase(open);

    /** `files` maps a path to its content and its pending change. */
    async function setUp(files: Readonly<Record<string, readonly [string, PendingChange?]>>) {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const workspace = newTestWorkspace(
        Object.entries(files).map(([path, [content, pending]]) => newTestFile(path, content, pending ?? null)),
      );
      await unitOfWork.stores.workspaces.create(principal, workspace);
      const workspaceId = workspace.id;
      return {
        read: () => unitOfWork.stores.workspaces.getDetail(principal, workspaceId),
        accept: (revisionNumber: number, selection: 'all' | readonly string[] = 'all') =>
          acceptChanges(unitOfWork, principal, { workspaceId, revisionNumber, selection }),
        reject: (revisionNumber: number, selection: 'all' | readonly string[] = 'all') =>
          rejectChanges(unitOfWork, principal, { workspaceId, revisionNumber, selection }),
      };
    }

    it('accept every change as one new revision', async () => {
      const { accept, read } = await setUp({
        'deleted.yaml': ['old', { op: 'delete' }],
        'emptied.yaml': ['old', { op: 'modify', content: '' }],
        'moved.yaml': ['kept', { op: 'rename', path: 'to/here.yaml' }],
        'new.yaml': ['', { op: 'create', content: 'new' }],
        'same.yaml': ['same'],
      });
      const detail = await accept(0);
      expect(detail.workspace.currentRevisionNumber).toBe(1);
      expect(detail.revision.createdType).toBe('accept');
      expect(summarize(detail.files)).toEqual({
        'emptied.yaml': ['', null],
        'new.yaml': ['new', null],
        'same.yaml': ['same', null],
        'to/here.yaml': ['kept', null],
      });
      expect(await read()).toEqual(detail);
    });

    it('accept one change and keep the others pending', async () => {
      const { accept } = await setUp({
        'a.yaml': ['a', { op: 'modify', content: 'A' }],
        'b.yaml': ['b', { op: 'modify', content: 'B' }],
        'c.yaml': ['', { op: 'create', content: 'C' }],
        'd.yaml': ['d', { op: 'rename', path: 'e.yaml', content: 'E' }],
      });
      const detail = await accept(0, ['a.yaml']);
      expect(summarize(detail.files)).toEqual({
        'a.yaml': ['A', null],
        'b.yaml': ['b', { op: 'modify', content: 'B' }],
        'c.yaml': ['', { op: 'create', content: 'C' }],
        'd.yaml': ['d', { op: 'rename', path: 'e.yaml', content: 'E' }],
      });
    });

    it('reject every change in the current revision and remove a new file', async () => {
      const { reject, read } = await setUp({
        'a.yaml': ['a', { op: 'modify', content: 'A' }],
        'b.yaml': ['b', { op: 'delete' }],
        'c.yaml': ['', { op: 'create', content: 'C' }],
        'd.yaml': ['d', { op: 'rename', path: 'e.yaml' }],
      });
      const detail = await reject(0);
      expect(detail.workspace.currentRevisionNumber).toBe(0);
      expect(summarize(detail.files)).toEqual({ 'a.yaml': ['a', null], 'b.yaml': ['b', null], 'd.yaml': ['d', null] });
      expect(await read()).toEqual(detail);
    });

    it('reject one change and keep the others pending', async () => {
      const { reject } = await setUp({
        'a.yaml': ['a', { op: 'modify', content: 'A' }],
        'b.yaml': ['', { op: 'create', content: 'B' }],
      });
      expect(summarize((await reject(0, ['b.yaml'])).files)).toEqual({
        'a.yaml': ['a', { op: 'modify', content: 'A' }],
      });
    });

    it('keep the ids of files from revision to revision', async () => {
      const { accept, read } = await setUp({
        'a.yaml': ['a', { op: 'rename', path: 'b.yaml' }],
        'c.yaml': ['c', { op: 'modify', content: 'C' }],
      });
      const before = (await read()).files.map(({ id }) => id).toSorted();
      expect((await accept(0)).files.map(({ id }) => id).toSorted()).toEqual(before);
    });

    it('refuse a decision on a revision that is no longer current', async () => {
      const { accept, reject, read } = await setUp({
        'a.yaml': ['a', { op: 'modify', content: 'A' }],
        'b.yaml': ['b', { op: 'modify', content: 'B' }],
      });
      await accept(0, ['a.yaml']);
      const before = await read();
      await expect(accept(0, ['b.yaml'])).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(reject(0, ['b.yaml'])).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(accept(2, ['b.yaml'])).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await read()).toEqual(before);
    });

    it('refuse a decision on a file without pending changes', async () => {
      const { accept, reject } = await setUp({ 'a.yaml': ['a'], 'b.yaml': ['b', { op: 'delete' }] });
      await expect(accept(0, ['a.yaml'])).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(reject(0, ['b.yaml', 'nowhere.yaml'])).rejects.toMatchObject({ code: 'CONFLICT' });
      await reject(0, ['b.yaml']);
      await expect(accept(0)).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('refuse to move a file onto another', async () => {
      const { accept, read } = await setUp({ 'a.yaml': ['a', { op: 'rename', path: 'b.yaml' }], 'b.yaml': ['b'] });
      const before = await read();
      await expect(accept(0)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await read()).toEqual(before);
    });

    it('let one of two concurrent acceptances succeed', async () => {
      const { accept, read } = await setUp({ 'a.yaml': ['a', { op: 'modify', content: 'A' }] });
      const outcomes = await Promise.allSettled([accept(0), accept(0)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(lost?.reason).toMatchObject({ code: 'CONFLICT' });
      expect((await read()).workspace.currentRevisionNumber).toBe(1);
    });
  });
}

function summarize(files: readonly WorkspaceFile[]): Record<string, readonly [string, PendingChange | null]> {
  return Object.fromEntries(files.map(({ path, content, pending }) => [path, [content, pending]]));
}
