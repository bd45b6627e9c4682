import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { deleteWorkspace } from '../use-cases/delete-workspace.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

/** The quota of the databases of {@link storageContract}. */
export const contractStorageQuota = { bytes: 10_000, workspaces: 3 } as const;

/** Creates a file whose path and content take `bytes` bytes. */
function fileOf(bytes: number, path = 'a.yaml'): WorkspaceFile {
  return newTestFile(path, 'x'.repeat(bytes - path.length));
}

/**
 * Runs the storage contract of every `WorkspaceStore`; `open` opens databases with {@link
 * contractStorageQuota}.
 */
export function storageContract(open: OpenDatabase): void {
  describe('storage', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { workspaces } = unitOfWork.stores;
      const create = async (files: readonly WorkspaceFile[]) => {
        const workspace = newTestWorkspace(files);
        await workspaces.create(principal, workspace);
        return workspace;
      };
      const used = async (by: Principal = principal) => (await workspaces.getStorageUsage(by)).used;
      return { unitOfWork, tenant, principal, workspaces, create, used };
    }

    it('counts paths, contents and pending contents of all revisions, in bytes', async () => {
      const { workspaces, principal, create, used } = await setUp();
      expect(await used()).toEqual({ bytes: 0, workspaces: 0 });
      const { id, files } = await create([newTestFile('ü.yaml', 'größe'), newTestFile('b', '')]);
      expect(await used()).toEqual({ bytes: 7 + 7 + 1, workspaces: 1 });
      const fileId = files[0]?.id ?? '';
      await workspaces.setPending(principal, id, { fileId, pending: { op: 'rename', path: 'c', content: '12' } });
      expect((await used()).bytes).toBe(15 + 3);
      await workspaces.setPending(principal, id, { fileId, pending: { op: 'modify', content: '1' } });
      expect((await used()).bytes).toBe(15 + 1);
      await workspaces.setPending(principal, id, { fileId, pending: null });
      await workspaces.addFile(principal, id, newTestFile('d', '', { op: 'create', content: '123' }));
      expect((await used()).bytes).toBe(15 + 4);
      expect(await workspaces.measure(principal, id)).toBe(19);
      await workspaces.createRevision(principal, id, { createdType: 'accept', files });
      expect((await used()).bytes).toBe(19 + 15);
      await workspaces.removeFile(principal, id, fileId);
      expect((await used()).bytes).toBe(19 + 1);
      expect(await Promise.all([0, 1, 2].map((revision) => workspaces.measure(principal, id, revision)))).toEqual([
        19, 1, 0,
      ]);
      expect(await workspaces.listLargest(principal, 9)).toMatchObject([{ id, bytes: 20, revisions: 2 }]);
    });

    it('lists the largest workspaces first, up to a limit', async () => {
      const { workspaces, principal, create } = await setUp();
      const sizes = [100, 300, 200];
      for (const bytes of sizes) await create([fileOf(bytes)]);
      expect((await workspaces.listLargest(principal, 2)).map(({ bytes }) => bytes)).toEqual([300, 200]);
    });

    it('refuses every write that exceeds the quota, with the usage, and stores nothing of it', async () => {
      const { workspaces, principal, create, used } = await setUp();
      const { id, files } = await create([fileOf(6_000)]);
      const fileId = files[0]?.id ?? '';
      const refused = {
        code: 'PAYLOAD_TOO_LARGE',
        details: { reason: 'storage_quota', used: 6_000, limit: 10_000, needed: 6_000 },
        message:
          'This change needs 0.006 MB, and your organization uses 0.006 of 0.01 MB of storage. An owner can delete workspaces on the organization page; every revision of a workspace counts.',
      };
      await expect(create([fileOf(6_000)])).rejects.toMatchObject(refused);
      await expect(workspaces.addFile(principal, id, fileOf(6_000, 'b.yaml'))).rejects.toMatchObject(refused);
      const pending = { op: 'modify', content: 'y'.repeat(6_000) } as const;
      await expect(workspaces.setPending(principal, id, { fileId, pending })).rejects.toMatchObject(refused);
      await expect(workspaces.createRevision(principal, id, { createdType: 'accept', files })).rejects.toMatchObject(
        refused,
      );
      expect(await used()).toEqual({ bytes: 6_000, workspaces: 1 });
      expect((await workspaces.getDetail(principal, id)).files).toEqual(files);
    });

    it('accepts changes up to the quota, and smaller files when the quota is exceeded', async () => {
      const { workspaces, principal, create, used } = await setUp();
      const { id, files } = await create([fileOf(6_000), fileOf(4_000, 'b.yaml')]);
      await workspaces.setStorageQuota(principal, 5_000);
      const grown = { fileId: files[0]?.id ?? '', pending: { op: 'modify', content: '' } } as const;
      await workspaces.setPending(principal, id, grown);
      await expect(
        workspaces.setPending(principal, id, { ...grown, pending: { op: 'modify', content: '1' } }),
      ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await workspaces.removeFile(principal, id, files[1]?.id ?? '');
      expect((await used()).bytes).toBe(6_000);
    });

    it('applies the quota of an organization in place of that of the installation, to that organization alone', async () => {
      const { unitOfWork, workspaces, principal } = await setUp();
      const other = (await createTestTenant(unitOfWork)).principal;
      await workspaces.setStorageQuota(principal, 20_000);
      await workspaces.create(principal, newTestWorkspace([fileOf(15_000)]));
      expect((await workspaces.getStorageUsage(principal)).quota).toEqual({ bytes: 20_000, workspaces: 3 });
      await expect(workspaces.create(other, newTestWorkspace([fileOf(15_000)]))).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
      });
      await workspaces.setStorageQuota(principal, null);
      expect((await workspaces.getStorageUsage(principal)).quota).toEqual(contractStorageQuota);
    });

    it('refuses a workspace beyond the limit', async () => {
      const { create, used } = await setUp();
      for (let count = 0; count < 3; count += 1) await create([]);
      await expect(create([])).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        details: { reason: 'storage_quota', used: 3, limit: 3 },
        message: expect.stringMatching(
          /^Your organization has 3 workspaces, as many as it may have\. An owner can delete/,
        ),
      });
      expect((await used()).workspaces).toBe(3);
    });

    it('frees the bytes of a workspace that an owner deletes, and audits the deletion', async () => {
      const { unitOfWork, tenant, workspaces, principal, create, used } = await setUp();
      const { id, files } = await create([fileOf(4_000)]);
      await workspaces.createRevision(principal, id, { createdType: 'accept', files });
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const colleague = await createTestColleague(unitOfWork, tenant);
      for (const by of [stranger, colleague]) {
        await expect(deleteWorkspace(unitOfWork, by, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      for (const absent of [newId(), 'no-id']) {
        await expect(deleteWorkspace(unitOfWork, principal, absent)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(workspaces.remove(principal, absent)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      await expect(workspaces.remove(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect((await used()).bytes).toBe(8_000);
      await deleteWorkspace(unitOfWork, principal, id);
      expect(await used()).toEqual({ bytes: 0, workspaces: 0 });
      await expect(workspaces.get(principal, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await unitOfWork.stores.audit.list(principal, { limit: 9 })).toMatchObject([
        { kind: 'workspace_deleted', subjectId: id, workspaceId: id, details: { name: 'Test workspace' } },
      ]);
    });

    it('refuses to delete a workspace while a run of it is active', async () => {
      const { unitOfWork, principal, create, workspaces } = await setUp();
      const { id } = await create([fileOf(100)]);
      await createTestRun(unitOfWork, principal, id);
      await expect(deleteWorkspace(unitOfWork, principal, id)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await workspaces.get(principal, id)).toMatchObject({ id });
    });
  });
}
