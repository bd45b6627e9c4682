import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { findTreeProblems, parseWorkspacePath } from '@shipmate/domain/workspace/path';
import type { FairLimiter } from '@shipmate/runtime/limit';
import type { ProcessResult } from '@shipmate/runtime/process';
import type { ComputePort } from '../compute/compute-port.ts';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import type { OpenCalls } from '../context/open-calls.ts';
import { writeFiles } from '../helm/sandbox.ts';
import { createProgramLimiter } from '../process/program-limiter.ts';
import { createCheckpoints } from './git-checkpoints.ts';
import type { GitEnvironment } from './git-environment.ts';
import { toGitError } from './git-failure.ts';
import { createGitCode } from './git-code.ts';
import { createGitObjects } from './git-objects.ts';
import type {
  BranchPush,
  GitCheckpointPort,
  GitCodePort,
  GitObjectsPort,
  GitPort,
  GitReviewPort,
  GitUploadPort,
  GitWorkTreePort,
} from './git-port.ts';
import { createGitReview } from './git-review.ts';
import { type GitRemote, toCompareUrl } from './git-remote.ts';
import { createRemotes } from './git-remotes.ts';
import type { GitSetting } from './git-variables.ts';
import { createGitUploads } from './git-uploads.ts';
import { createWorkTrees } from './git-work-trees.ts';
import { runGit } from './run-git.ts';

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

/** Options for {@link createGitProgram}. */
interface GitProgramOptions extends GitCliOptions {
  /** The calls in flight, which the creator closes. */
  readonly calls: OpenCalls;
}

type Git = (...args: readonly string[]) => Promise<ProcessResult>;

const pushLimits = { timeoutMs: 60_000, maxOutputBytes: 1_000_000, maxMemoryBytes: 1_000_000_000 };

/** Creates the methods that run the git program: pushes each in a new sandbox, other calls in work trees. */
export function createGitProgram({
  calls,
  environment = {},
  compute = createInlineCompute(),
  tempRoot = tmpdir(),
  allowFile = false,
  limits = pushLimits,
  limiter = createProgramLimiter('Pushing to git', environment),
  localLimiter = createProgramLimiter('Running git', environment),
}: GitProgramOptions): GitProgram {
  const { PATH: path } = environment;
  const connect = createRemotes({ environment, tempRoot, allowFile });
  const runLocal = <Result>(
    organizationId: string,
    callerSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    calls.run(callerSignal, (signal) => localLimiter.run({ tenant: organizationId, signal }, () => work(signal)));

  return {
    async pushBranch(push, callerSignal) {
      const checked = checkPush(push, connect.parse(push));
      return calls.run(callerSignal, (signal) =>
        limiter.run({ tenant: push.organizationId, signal }, () =>
          connect.open(push, async ({ variables: remote, sandbox }) => {
            const gitDir = join(sandbox.path, 'repository');
            const call = { ...limits, path, folder: sandbox.tree, repository: { gitDir, workTree: sandbox.tree } };
            await writeFiles(join(sandbox.tree, checked.folder), push.files);
            const git: Git = async (...args) => {
              const result = await runGit({
                ...call,
                args,
                signal,
                remote,
                author: push.author,
                settings: treeSettings,
              });
              if (result.exitCode === 0) return result;
              throw toGitError(checked.remote.url.hostname, result);
            };
            return pushTree(git, checked);
          }),
        ),
      );
    },
    ...createWorkTrees({ compute, connect, environment, run: runLocal }),
    ...createCheckpoints({ path, run: runLocal }),
    ...createGitObjects({ environment, run: runLocal }),
    ...createGitCode({ environment, run: runLocal }),
    ...createGitReview({ compute, connect, environment, tempRoot, run: runLocal }),
    ...createGitUploads({ environment, tempRoot, run: runLocal }),
  };
}

/** The files of a push are given as they are to be stored. */
const treeSettings: readonly GitSetting[] = [
  ['core.fileMode', 'false'],
  ['core.autocrlf', 'false'],
];

interface CheckedPush {
  readonly push: BranchPush;
  readonly remote: GitRemote;
  readonly branch: string;
  readonly folder: string;
}

function checkPush(push: BranchPush, remote: GitRemote): CheckedPush {
  const folder = /^(?:\.?\/)*\.?$/.test(push.folder) ? '' : parseWorkspacePath(push.folder.replace(/\/+$/, ''));
  const paths = [...push.files.keys()].map((path) => (folder === '' ? path : `${folder}/${path}`));
  const [problem] = findTreeProblems(paths);
  if (problem) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${problem.path}" cannot be pushed: its path ${problem.message}. Rename or delete the file.`,
    });
  }
  return { push, remote, branch: parseBranchName(push.branch), folder };
}

async function pushTree(git: Git, { push, remote, branch, folder }: CheckedPush) {
  const { href } = remote.url;
  await git('init', '--quiet', '--template=');
  const listed = await git('ls-remote', '--', href, 'HEAD', `refs/heads/${branch}`);
  if (listed.stdout.includes(`\trefs/heads/${branch}\n`)) {
    throw new AppError({ code: 'CONFLICT', message: `The branch ${branch} already exists. Choose another name.` });
  }
  const base = listed.stdout.includes('\tHEAD\n') ? await fetchBase(git, href) : undefined;
  const isChart = base !== undefined && folder !== '' && (await hasFile(git, `${folder}/Chart.yaml`));
  await git('add', '--force', isChart ? '--all' : '--ignore-removal', '--', folder === '' ? '.' : folder);
  const tree = (await git('write-tree')).stdout.trim();
  if (base !== undefined && tree === (await git('rev-parse', `${base}^{tree}`)).stdout.trim()) {
    throw new AppError({ code: 'CONFLICT', message: 'The repository already contains exactly these files.' });
  }
  const parent = base === undefined ? [] : ['-p', base];
  const commit = (await git('commit-tree', tree, ...parent, '-m', push.message)).stdout.trim();
  // An empty expectation means "no such branch": a branch that was created concurrently is not overwritten.
  const lease = `--force-with-lease=refs/heads/${branch}:`;
  await git('push', '--quiet', lease, '--', href, `${commit}:refs/heads/${branch}`);
  return { branch, commit, compareUrl: toCompareUrl(remote, branch) };
}

/** Fetches the newest commit of the default branch into the index. */
async function fetchBase(git: Git, href: string): Promise<string> {
  await git('fetch', '--quiet', '--depth=1', '--no-tags', '--', href, 'HEAD');
  const base = (await git('rev-parse', 'FETCH_HEAD')).stdout.trim();
  await git('read-tree', base);
  return base;
}

async function hasFile(git: Git, path: string): Promise<boolean> {
  return (await git('ls-files', '--cached', '--', path)).stdout !== '';
}

const maxBranchLength = 200;

/**
 * Parses a branch name that is safe for git and shells. @throws AppError `VALIDATION_ERROR` about the field `branch`.
 */
function parseBranchName(name: string): string {
  const isName =
    name.length <= maxBranchLength &&
    name !== 'HEAD' &&
    !name.includes('..') &&
    name.split('/').every((part) => /^[\w+#@-][\w.+#@-]*$/.test(part) && !/\.$|\.lock$/.test(part)) &&
    /^\w/.test(name);
  if (isName) return name;
  const message = 'must be a branch name such as shipmate/web-shop: letters, digits, "-", "_", "." and "/"';
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The branch ${message}.`,
    details: { issues: [{ path: 'branch', message }] },
  });
}
