import type { Principal } from '@shipmate/core';
import type { RunFile } from './run-file.ts';

/**
 * What runs know of the files that they viewed and edited.
 *
 * **Contract.** A user sees their own runs; any other is `NOT_FOUND`. Write under the workspace's lock.
 */
export interface RunFileStore {
  find(principal: Principal, runId: string, fileId: string): Promise<RunFile | undefined>;
  list(principal: Principal, runId: string): Promise<readonly RunFile[]>;
  /** Replaces what the run knew of the file. */
  set(principal: Principal, runId: string, file: RunFile): Promise<void>;
}
