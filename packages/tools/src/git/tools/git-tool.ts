import { isAbsolute } from 'node:path';
import { AppError, defineTool, type ToolContext, type ToolDeclaration, type ToolDefinition } from '@shipmate/core/tool';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { CheckoutPort } from '../../checkout/checkout-port.ts';
import type { ComputePort } from '../../compute/compute-port.ts';
import { redactTexts } from '../../compute/redact-texts.ts';
import type { GitOutput, GitWorkTreePort, RemoteAccess, WorkTreeCall } from '../git-port.ts';

/** Finds the remote of the checkout in which a call works, and the right to use it. */
export interface CheckoutRemotePort {
  /** @throws AppError `VALIDATION_ERROR` when the checkout has no remote, or is of a folder of this machine. */
  open(context: Pick<ToolContext, 'repositoryUrl' | 'principal'>): Promise<RemoteAccess>;
}

/** The remote that the context of a call names, without credentials. */
export const contextRemotes: CheckoutRemotePort = {
  async open({ repositoryUrl: remote }) {
    if (remote !== undefined && !isAbsolute(remote)) return { remote };
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message:
        remote === undefined
          ? 'The checkout has no remote repository to pull from or push to.'
          : 'The repository is a folder of this machine: there is nothing to pull from, and a person pushes the branch from the page of the job. Commit the changes.',
    });
  },
};

/** The ports of the tools that run git. */
export interface GitToolPorts {
  readonly compute: ComputePort;
  readonly checkouts: CheckoutPort;
  readonly workTrees: GitWorkTreePort;
  readonly remotes: CheckoutRemotePort;
}

export type GitToolContext = ToolContext<GitToolPorts>;

/** Defines a tool whose results and errors hold no secrets of known formats. */
export function defineGitTool<Input extends z.ZodObject, Output extends z.ZodType, Name extends string>(
  declaration: ToolDeclaration<Input, Output, GitToolPorts, Name>,
): ToolDefinition<Input, Output, GitToolPorts, Name> {
  return defineTool({
    ...declaration,
    async execute(input, context: GitToolContext) {
      const { compute } = context.ports;
      try {
        return await redactTexts(await declaration.execute(input, context), { compute, caller: context });
      } catch (thrown) {
        if (!AppError.isInstance(thrown)) throw thrown;
        const { code, message, details, cause, recoverable } = thrown;
        // The error of an aborted call is redacted too.
        const caller = { principal: context.principal, signal: new AbortController().signal };
        const shown = await redactTexts({ message, details, cause }, { compute, caller });
        throw new AppError({ code, recoverable, ...shown });
      }
    },
  });
}

type CallOptions = Partial<Pick<WorkTreeCall, 'stdin' | 'access' | 'author' | 'maxOutputBytes'>>;

/** Git in the checkout of one call. */
export interface Git {
  /** Runs git; an exit code other than 0 is a result. */
  run(args: readonly string[], options?: CallOptions): Promise<GitOutput>;
  /** Runs git and returns its output. @throws AppError about the reason of an exit code other than 0. */
  read(args: readonly string[], options?: CallOptions): Promise<string>;
  /** Returns the commit that a ref names. @throws AppError `VALIDATION_ERROR`, `NOT_FOUND`. */
  commitOf(ref: string): Promise<string>;
  /** Returns the commit of `HEAD`; undefined before the first commit. */
  head(): Promise<string | undefined>;
  /** Returns the branch that is checked out; undefined when `HEAD` is detached. */
  branch(): Promise<string | undefined>;
  /** Redacts texts before they are cut, because a part of a secret is not recognized. */
  redact<Value>(value: Value): Promise<Value>;
  redactPatch(patch: string): Promise<string>;
}

/** Opens git in the checkout of a call. */
export async function openGit(context: GitToolContext): Promise<Git> {
  const { ports, principal, signal, logger } = context;
  const { folder } = await ports.checkouts.open(context);
  const run: Git['run'] = (args, options = {}) =>
    ports.workTrees.run({ organizationId: principal.organizationId, folder, args, logger, ...options }, signal);
  const find = async (args: readonly string[]): Promise<string | undefined> => {
    const { exitCode, stdout } = await run(args);
    return exitCode === 0 ? stdout.trim() : undefined;
  };
  return {
    run,
    async read(args, options) {
      const output = await run(args, options);
      if (output.exitCode === 0) return output.stdout;
      throw toFailure(output.stderr.replaceAll(folder, '.'));
    },
    async commitOf(ref) {
      const name = parseRef(ref);
      const commit = await find(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
      if (commit !== undefined) return commit;
      throw new AppError({
        code: 'NOT_FOUND',
        message: `The repository has no commit "${ref}". Use gitBranch or gitLog to find one.`,
        details: { ref },
      });
    },
    head: () => find(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    branch: () => find(['symbolic-ref', '--quiet', '--short', 'HEAD']),
    redactPatch: (patch) => ports.compute.run('redactPatch', [patch], context),
    redact: (value) => redactTexts(value, { compute: ports.compute, caller: context }),
  };
}

/** Returns the error about a field of a call. */
export function fieldError(
  field: string,
  message: string,
  code: 'CONFLICT' | 'NOT_FOUND' | 'VALIDATION_ERROR' = 'VALIDATION_ERROR',
): AppError {
  return new AppError({ code, message, details: { field } });
}

export function refSchema(): z.ZodString {
  return z.string().min(1).max(250);
}

export function pathsSchema(): z.ZodArray<z.ZodString> {
  return z.array(z.string().min(1).max(500)).max(500);
}

/** Parses the name of a commit: a branch, tag, hash or `HEAD`, also with `~2` or `^`. */
function parseRef(ref: string): string {
  // Excluded are options, ranges, exclusions, paths of trees, searches and what git allows in no name.
  const isName = /^[^-^:?*[\\\s\p{C}][^:?*[\\\s\p{C}]*$/u.test(ref) && !ref.includes('..') && !ref.includes('{/');
  if (isName) return ref;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${ref}" does not name a commit. Give a branch, a tag, a hash or HEAD, also with ~2 or ^.`,
    details: { issues: [{ path: 'ref', message: 'does not name a commit' }] },
  });
}

/** Converts paths to the end of a command, where all are literal; the root itself is no restriction. @throws AppError `VALIDATION_ERROR`. */
export function toPathArguments(paths: readonly string[] = []): readonly string[] {
  const parsed = paths.map((path) =>
    /^(?:\.\/+)*\.?$/u.test(path) ? '.' : parseCheckoutPath(path.replace(/\/+$/u, ''), 'paths'),
  );
  // Beside the root, a name that reads as a pattern is looked for, and not taken for one that restricts it.
  const isRoot = parsed.includes('.') && !parsed.some((path) => path.startsWith(':'));
  return isRoot ? ['--'] : ['--', ...parsed];
}

/** Returns the part of an output before the place at which some was dropped. */
export function keptStart({ stdout, truncated }: Pick<GitOutput, 'stdout' | 'truncated'>): string {
  return truncated ? stdout.replace(/\n… \d+ bytes left out …\n[^]*$/u, '') : stdout;
}

const failures: readonly (readonly [pattern: RegExp, code: 'NOT_FOUND' | 'CONFLICT', message: string])[] = [
  [/index\.lock/u, 'CONFLICT', 'Another git call changes the checkout at this moment. Try again.'],
  [
    /would be overwritten/u,
    'CONFLICT',
    'Uncommitted changes would be overwritten. Commit them first, or restore the files with gitCheckout.',
  ],
  [/did not match any file|no such path|does not exist/u, 'NOT_FOUND', 'Git knows no such path.'],
  [/^error: branch '.*' not found/mu, 'NOT_FOUND', 'There is no such branch. List the branches with gitBranch.'],
  [
    /resolve your current index first|is unmerged/u,
    'CONFLICT',
    'Files are in conflict. Resolve them, stage them with gitAdd, and commit first.',
  ],
  [/not fully merged/u, 'CONFLICT', 'The branch has commits that no other branch has. Merge or push it first.'],
  [/already exists/u, 'CONFLICT', 'The branch already exists. Choose another name.'],
  [/used by worktree|checked out at/u, 'CONFLICT', 'The branch is checked out. Check out another one first.'],
  [
    /not possible to fast-forward/iu,
    'CONFLICT',
    'The branch has commits that the remote has not; it cannot be fast-forwarded.',
  ],
];

function toFailure(stderr: string): AppError {
  const [, code, message] = failures.find(([pattern]) => pattern.test(stderr)) ?? [];
  const said = /^(?:fatal|error): (.{1,300})/mu.exec(stderr)?.[1] ?? 'git failed without a message';
  return new AppError({
    code: code ?? 'CONFLICT',
    message: message ?? `Git could not do this: ${said}.`,
    details: { git: said },
    cause: stderr,
  });
}
