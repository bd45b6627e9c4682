import { AppError } from '@shipmate/core';
import type { FoundSecret } from '@shipmate/domain/secrets';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import type { GitOutput } from './git-port.ts';

/** A thread that finds secrets, and the caller for whom it works. */
interface SecretSearch {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
}

/** A secret in an added line. */
interface SecretPlace {
  readonly path: string;
  /** From 1, in the new file. */
  readonly line: number;
  /** The format that was recognized, such as `github-token`. */
  readonly rule: string;
}

/** The changes that are searched for secrets, in bytes. */
export const maxPatchBytes = 32_000_000;

/** Options of a patch in which {@link findAddedSecrets} finds places: all files as text, without context lines. */
export const secretPatchOptions: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--unified=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--text',
];

/** Passwords in addresses are usual in settings for development and in tests. */
const allowedRules: ReadonlySet<string> = new Set(['url-password']);

/** The longest text that is searched in one call of a thread, in characters. */
const sliceLength = 1_000_000;

/** Finds secrets in a text, such as the message of a commit. */
export async function findTextSecrets(text: string, { compute, caller }: SecretSearch): Promise<FoundSecret[]> {
  const found = await compute.run('findSecrets', [text], caller);
  return found.filter(({ rule }) => !allowedRules.has(rule));
}

/** Finds secrets in the added lines of a patch that git makes with {@link secretPatchOptions}. */
export async function findAddedSecrets(patch: string, search: SecretSearch): Promise<SecretPlace[]> {
  const rules = new Map<number, string>();
  for (let start = 0; start < patch.length; ) {
    const cut = patch.indexOf('\n', start + sliceLength);
    const end = cut < 0 ? patch.length : cut + 1;
    for (const secret of await findTextSecrets(patch.slice(start, end), search)) {
      rules.set(patch.lastIndexOf('\n', start + secret.start) + 1, secret.rule);
    }
    start = end;
  }
  return rules.size === 0 ? [] : toPlaces(patch, rules);
}

/** Converts places in a patch to lines of files. @param rules The formats of the secrets by the beginning of their line. */
function toPlaces(patch: string, rules: ReadonlyMap<number, string>): SecretPlace[] {
  const places: SecretPlace[] = [];
  let path = '';
  let line = 0;
  let isHunk = false;
  let start = 0;
  for (const text of patch.split('\n')) {
    if (text.startsWith('diff --')) isHunk = false;
    else if (text.startsWith('@@')) {
      isHunk = true;
      line = Number(/^@@+ [^+]*\+(\d+)/u.exec(text)?.[1] ?? 0) - 1;
    } else if (!isHunk) path = /^\+\+\+ "?b\/([^]*?)"?\t?$/u.exec(text)?.[1] ?? path;
    else if (text.startsWith('+')) {
      line += 1;
      const rule = rules.get(start);
      if (rule !== undefined) places.push({ path, line, rule });
    }
    start += text.length + 1;
  }
  return places;
}

type RunGit = (args: readonly string[], options: { readonly maxOutputBytes: number }) => Promise<GitOutput>;

/** Returns a patch whole. @throws AppError `PAYLOAD_TOO_LARGE` when it is too large to be searched, `CONFLICT` */
export async function readSecretPatch(run: RunGit, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr, truncated } = await run(args, { maxOutputBytes: maxPatchBytes });
  if (truncated) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `The changes have more than ${maxPatchBytes / 1_000_000} MB and cannot be searched for secrets. Commit them in parts.`,
    });
  }
  if (exitCode === 0) return stdout;
  throw new AppError({ code: 'CONFLICT', message: `git ${args[0]} failed in the repository.`, cause: stderr });
}

/**
 * Checks the commits that a push would publish, each of them: a secret that a later commit removes is published too.
 *
 * @throws AppError `CONFLICT` with the reason `secret` that names places without the secrets, `PAYLOAD_TOO_LARGE`.
 */
export async function requirePushWithoutSecrets(run: RunGit, commit: string, search: SecretSearch): Promise<void> {
  const range = [commit, '--not', '--remotes', '--'];
  // A merge is compared with both of its parents: what it takes over from one of them is no addition.
  const patch = await readSecretPatch(run, ['log', '--format=', '--patch', '--cc', ...secretPatchOptions, ...range]);
  const messages = await readSecretPatch(run, ['log', '--format=%B', '--no-patch', ...range]);
  const inMessages = await findTextSecrets(messages, search);
  const places = [
    ...(await findAddedSecrets(patch, search)).map(describePlace),
    ...inMessages.map(({ rule }) => `the message of a commit (${rule})`),
  ];
  if (places.length === 0) return;
  throw new AppError({
    code: 'CONFLICT',
    message:
      `The commits hold secrets at ${places.slice(0, 20).join(', ')}, and pushed commits can be read by others. ` +
      'Make one commit without these lines, or start the work again.',
    details: { reason: 'secret', places: places.slice(0, 20) },
  });
}

/** Renders a place for people: path, line and format. */
export function describePlace({ path, line, rule }: SecretPlace): string {
  return `${path}:${line} (${rule})`;
}
