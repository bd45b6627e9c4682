import type { FairLimiter } from '@shipmate/runtime/limit';
import type { ComputePort } from '../compute/compute-port.ts';
import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { GitEnvironment } from './git-environment.ts';
import type {
  GitCheckpointPort,
  GitCodePort,
  GitObjectsPort,
  GitPort,
  GitReviewPort,
  GitUploadPort,
  GitWorkTreePort,
} from './git-port.ts';

/** The limits of git; every field has a default. */
export interface GitCliOptions {
  readonly environment?: GitEnvironment;
  /** Finds secrets in commits. Default: in this thread. */
  readonly compute?: ComputePort;
  /** The folder of sandboxes. Default: the system's temp folder. */
  readonly tempRoot?: string;
  /** Allows remotes to be folders of this machine. Default false. */
  readonly allowFile?: boolean;
  /** The limits of one command. */
  readonly limits?: {
    readonly timeoutMs: number;
    readonly maxOutputBytes: number;
    readonly maxMemoryBytes: number;
  };
  /** Limits pushes across all organizations. Default: by `PROCESS_CONCURRENCY`. */
  readonly limiter?: FairLimiter;
  /** Limits all other calls across all organizations. Default: by `PROCESS_CONCURRENCY`. */
  readonly localLimiter?: FairLimiter;
}

/** The methods that run git. */
export type GitProgram = GitPort &
  Omit<GitWorkTreePort, 'authorOf'> &
  GitCheckpointPort &
  GitObjectsPort &
  GitCodePort &
  GitReviewPort &
  GitUploadPort;

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
  countChanges: true,
  dropBranch: true,
  listBranches: true,
  listFolder: true,
  pushBranch: true,
  pushCommit: true,
  readBlobs: true,
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
