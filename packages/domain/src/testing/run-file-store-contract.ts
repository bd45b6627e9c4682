import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { createTestRun } from './create-test-run.ts';

/** Runs the contract of every `RunFileStore`. */
export function runFileStoreContract(open: OpenDatabase): void {
  describe('RunFileStore', () => {
    const database = useDatabase(open);

    it('stores the latest record of each file for each run', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { runFiles } = unitOfWork.stores;
      const first = await createTestRun(unitOfWork, principal);
      const second = await createTestRun(unitOfWork, principal);
      const file = { fileId: newId(), look: 'a', isOwnChange: false };
      expect(await runFiles.find(principal, first, file.fileId)).toBeUndefined();
      await runFiles.set(principal, first, file);
      expect(await runFiles.find(principal, first, file.fileId)).toEqual(file);
      const changed = { ...file, look: 'b', isOwnChange: true };
      await runFiles.set(principal, first, changed);
      expect(await runFiles.list(principal, first)).toEqual([changed]);
      expect(await runFiles.list(principal, second)).toEqual([]);
    });
  });
}
