import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';
import { nextMillisecond } from './next-millisecond.ts';

/** Runs the contract for lists of workspaces on every `WorkspaceStore`. */
export function workspaceListContract(open: OpenDatabase): void {
  describe('lists of workspaces', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { workspaces } = database().unitOfWork.stores;
      const { principal } = await createTestTenant(database().unitOfWork);
      const workspace = newTestWorkspace();
      await workspaces.create(principal, workspace);
      return { principal, workspace, workspaces };
    }

    it('lists the most recently changed workspace first, with its pending count', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const newer = newTestWorkspace([newTestFile('a.yaml', 'a'), newTestFile('b.yaml', 'b')]);
      await workspaces.create(principal, newer);
      expect((await workspaces.list(principal, { limit: 50 })).items.map(({ id }) => id)).toEqual([
        newer.id,
        workspace.id,
      ]);
      const fileId = workspace.files[0]?.id ?? '';
      await nextMillisecond();
      await workspaces.setPending(principal, workspace.id, { fileId, pending: { op: 'delete' } });
      expect((await workspaces.list(principal, { limit: 50 })).items).toMatchObject([
        { id: workspace.id, pendingCount: 1 },
        { id: newer.id, pendingCount: 0 },
      ]);
    });

    it('lists workspaces in pages, without gaps while others change', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const others = Array.from({ length: 4 }, () => newTestWorkspace([newTestFile('a.yaml', 'a')]));
      for (const other of others) await workspaces.create(principal, other);
      const first = await workspaces.list(principal, { limit: 2 });
      const touched = first.items[1]?.id ?? '';
      await workspaces.setSummary(principal, touched, 'Changed between the pages.');
      const second = await workspaces.list(principal, { limit: 2, before: first.next ?? '' });
      const third = await workspaces.list(principal, { limit: 2, before: second.next ?? '' });
      const listed = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
      expect(listed).toEqual([...others.toReversed(), workspace].map(({ id }) => id));
      expect(third.next).toBeNull();
      for (const before of ['', 'x', '1.x', `x.${newId()}`]) {
        await expect(workspaces.list(principal, { limit: 2, before })).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
        });
      }
    });

    it('counts pending changes of the current revision only', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const fileId = workspace.files[0]?.id ?? '';
      await workspaces.setPending(principal, workspace.id, { fileId, pending: { op: 'modify', content: 'x' } });
      await workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files: workspace.files });
      expect((await workspaces.list(principal, { limit: 50 })).items).toMatchObject([
        { id: workspace.id, pendingCount: 0 },
      ]);
    });
  });
}
