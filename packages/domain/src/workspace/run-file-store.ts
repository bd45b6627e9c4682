import type { Principal } from '@shipmate/core';
import type { RunFile } from './run-file.ts';

/**
 * Store for the files that runs viewed and edited.
 *
 * **Contract.** A user reads their own runs; any other is `NOT_FOUND`. Write under the workspace's lock.
 */
export interface RunFileStore {
  find(principal: Principal, runId: string, fileId: string): Promise<RunFile | undefined>;
  list(principal: Principal, runId: string): Promise<readonly RunFile[]>;
  /** Replaces the run's record of the file. */
  set(principal: Principal, runId: string, file: RunFile): Promise<void>;
}
