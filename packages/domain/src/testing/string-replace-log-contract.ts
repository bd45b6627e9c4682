import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { StringReplaceAttempt } from '../workspace/string-replace-log.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `StringReplaceLogStore`. */
export function stringReplaceLogContract(open: OpenDatabase): void {
  describe('StringReplaceLogStore', () => {
    const database = useDatabase(open);

    it('stores successful and failed attempts, newest first', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { workspaces, stringReplaceLog } = unitOfWork.stores;
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const hit: StringReplaceAttempt = {
        id: newId(),
        workspaceId,
        revisionNumber: 0,
        path: 'values.yaml',
        runId: null,
        found: true,
        tier: 'exact',
        oldStr: 'replicas: 1\n',
        newStr: '',
        errorMessage: null,
      };
      const miss = { ...hit, id: newId(), found: false, tier: null, oldStr: '', errorMessage: 'Not there.' };
      await stringReplaceLog.append(principal, hit);
      await stringReplaceLog.append(principal, miss);
      const log = await stringReplaceLog.list(principal, workspaceId);
      expect(log).toEqual([
        { ...miss, createdAt: expect.any(Date) },
        { ...hit, createdAt: expect.any(Date) },
      ]);
    });
  });
}
