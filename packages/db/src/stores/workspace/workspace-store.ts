import type { WorkspaceStore } from '@shipmate/domain';
import type { Executor } from '../../executor/executor.ts';
import { createFileEditor } from './edit-files.ts';
import { createWorkspaceReader } from './read-workspaces.ts';
import { createWorkspaceWriter } from './write-workspaces.ts';

/** {@link WorkspaceStore} on SQL. */
export function createWorkspaceStore(executor: Executor): WorkspaceStore {
  return {
    ...createWorkspaceReader(executor),
    ...createWorkspaceWriter(executor),
    ...createFileEditor(executor),
  };
}
