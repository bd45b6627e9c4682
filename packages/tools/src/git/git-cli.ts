import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { GitWorkTreePort } from './git-port.ts';
import type { GitCliOptions, GitProgram } from './git-program.ts';

/** A git port that its creator closes. */
interface GitCli extends GitProgram, GitWorkTreePort {
  /** Kills the calls in flight. */
  close(): Promise<void>;
}

const methods = Object.keys({
  addWorkTree: true,
  commitAll: true,
  commitFiles: true,
  commitReview: true,
  commitUpload: true,
  copyCache: true,
  countChanges: true,
  dropBranch: true,
  listBranches: true,
  listFolder: true,
  pushBranch: true,
  pushCommit: true,
  readBlobs: true,
  readDefaultBranch: true,
  readFile: true,
  readTree: true,
  removeWorkTree: true,
  resolve: true,
  restoreCheckpoint: true,
  run: true,
  saveCheckpoint: true,
  search: true,
  updateCache: true,
} satisfies Record<keyof GitProgram, true>) as (keyof GitProgram)[];

/** Creates a port that runs the git program; its code is loaded with the first call. */
export function createGitCli(options: GitCliOptions = {}): GitCli {
  const { GIT_COMMIT_NAME: name = 'Shipmate', GIT_COMMIT_EMAIL: email } = options.environment ?? {};
  const calls = createOpenCalls('Git');
  return {
    ...loadWithFirstCall(methods, async () => {
      const { createGitProgram } = await import('./git-program.ts');
      return createGitProgram({ ...options, calls });
    }),
    authorOf: (userId) => ({ name, email: email ?? `${userId.replaceAll(/[^\w.-]/gu, '-')}@users.shipmate.invalid` }),
    close: () => calls.close(),
  };
}
