import type { StorageQuota } from '@shipmate/domain/storage';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import type { Executor } from '../../executor/executor.ts';
import { createFileEditor } from './edit-files.ts';
import { createKeepQuota } from './keep-quota.ts';
import { createStorageOperations } from './manage-storage.ts';
import { createWorkspaceReader } from './read-workspaces.ts';
import { createWorkspaceWriter } from './write-workspaces.ts';

/** Creates a {@link WorkspaceStore} on SQL. */
export function createWorkspaceStore(executor: Executor, quota: StorageQuota): WorkspaceStore {
  const keepQuota = createKeepQuota(quota);
  return {
    ...createWorkspaceReader(executor),
    ...createWorkspaceWriter(executor, { quota, keepQuota }),
    ...createFileEditor(executor, keepQuota),
    ...createStorageOperations(executor, quota),
  };
}
