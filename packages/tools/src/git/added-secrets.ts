import { AppError } from '@shipmate/core/tool';
import type { PatchPosition, PatchSecret } from '@shipmate/domain/secrets';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import { maxWholeBytes, readWhole, type RunGit } from './read-whole.ts';
import { listStagedBlobs } from './staged-blobs.ts';

/** A thread that finds secrets, and the caller for whom it works. */
interface SecretSearch {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
}

/** Options of a patch in which secrets are found: all files as text, without context lines and the content of deleted files. */
const secretPatchOptions: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--unified=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--text',
  '--irreversible-delete',
];

/** The longest text that is searched in one call of a thread, in characters; a longer line is searched whole. */
const sliceLength = 1_000_000;

/** The most places that are named. */
const maxPlaces = 200;

/** Finds secrets in the added lines of a patch that git makes with {@link secretPatchOptions}: one for each line, at most 200. */
async function findAddedSecrets(patch: string, { compute, caller }: SecretSearch): Promise<readonly PatchSecret[]> {
  const found: PatchSecret[] = [];
  let position: PatchPosition | undefined;
  for (let start = 0; start < patch.length && found.length < maxPlaces; ) {
    const cut = patch.indexOf('\n', start + sliceLength);
    const end = cut < 0 ? patch.length : cut + 1;
    const part = await compute.run('findPatchSecrets', [patch.slice(start, end), position], caller);
    found.push(...part.secrets.slice(0, maxPlaces - found.length));
    ({ position } = part);
    start = end;
  }
  return found;
}

async function findStagedSecrets(run: RunGit, search: SecretSearch): Promise<readonly PatchSecret[]> {
  return findAddedSecrets(await readWhole(run, ['diff', ...secretPatchOptions, '--cached', '--']), search);
}

/** @throws AppError `VALIDATION_ERROR` that names the places of secrets in the message and in staged lines, without the secrets. */
export async function requireCommitWithoutSecrets(run: RunGit, message: string, search: SecretSearch): Promise<void> {
  const staged = await findStagedSecrets(run, search);
  const inMessage = await search.compute.run('findPublishedSecrets', [message], search.caller);
  const places = [
    ...inMessage.map(({ rule, line }) => `line ${line} of the message (${rule})`),
    ...(await describePlaces(staged)),
  ];
  if (places.length === 0) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The commit would add secrets at ${places.slice(0, 20).join(', ')}. Remove them, and read them from the environment instead.`,
    details: { reason: 'secret', places: places.slice(0, 20) },
  });
}

/**
 * Unstages the files in which staged lines add a secret. When the changes cannot be searched, it unstages the largest files, and all files
 * if that does not help.
 *
 * @returns What was unstaged, with the reason.
 */
export async function unstageSecrets(run: RunGit, search: SecretSearch): Promise<readonly string[]> {
  const found = await orUnsearchable(() => unstageFound(run, search));
  if (found) return found;
  const large = (await orUnsearchable(() => findLargestFiles(run))) ?? [];
  if (large.length > 0) {
    await unstage(run, large);
    const rest = await orUnsearchable(() => unstageFound(run, search));
    const { redactSecrets } = await import('@shipmate/domain/secrets');
    if (rest) return [...rest, ...large.map((path) => `${redactSecrets(path)} (too large to be searched for secrets)`)];
  }
  await unstage(run, ['.']);
  return ['all uncommitted changes, which are too large to be searched for secrets'];
}

function unstage(run: RunGit, paths: readonly string[]): Promise<string> {
  return readWhole(run, ['reset', '--quiet', '--', ...paths]);
}

/** Unstages the files in which secrets are found. @throws AppError for changes that cannot be searched. */
async function unstageFound(run: RunGit, search: SecretSearch): Promise<readonly string[]> {
  const first = await findStagedSecrets(run, search);
  if (first.length === 0) return [];
  await unstage(run, [...new Set(first.map(({ path }) => path))]);
  const leftOut = await describePlaces(first);
  // Places beyond the most that are named, and those whose path git prints in another form, are still staged.
  const rest = await findStagedSecrets(run, search);
  if (rest.length === 0) return leftOut;
  await unstage(run, ['.']);
  return ['all other uncommitted changes', ...leftOut];
}

/** The most files that are left out for their size; more do not stand for a few large ones. */
const maxLargeFiles = 200;

/** Finds the largest staged files: those without which the others can be searched. None if they would be too many. */
async function findLargestFiles(run: RunGit): Promise<readonly string[]> {
  const staged = await listStagedBlobs(run);
  // A patch shows a replaced file with its old lines too.
  let left = staged.reduce((sum, { size }) => sum + size, 0) - maxWholeBytes / 2;
  const found: string[] = [];
  for (const { path, size } of staged.toSorted((one, other) => other.size - one.size)) {
    if (left <= 0) return found;
    if (found.length >= maxLargeFiles) return [];
    found.push(path);
    left -= size;
  }
  return found;
}

/** Returns `undefined` for changes that cannot be searched. */
async function orUnsearchable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!AppError.isInstance(error) || !unsearchable.has(error.code)) throw error;
    return undefined;
  }
}

/** The codes of errors of changes that are too large to be read or searched. */
const unsearchable: ReadonlySet<string> = new Set(['PAYLOAD_TOO_LARGE', 'TIMEOUT']);

/** What a push would publish. */
interface PushedCommits {
  readonly commit: string;
  /** The output of `git ls-remote`: the commits of the branches that it names are published already. */
  readonly listed: string;
}

/**
 * Checks the commits that a push would publish, each of them: a secret that a later commit removes is published too.
 *
 * @throws AppError `CONFLICT` with the reason `secret` that names places without the secrets, `PAYLOAD_TOO_LARGE`.
 */
export async function requirePushWithoutSecrets(
  run: RunGit,
  { commit, listed }: PushedCommits,
  search: SecretSearch,
): Promise<void> {
  const published = listed.match(/^[0-9a-f]{40,64}(?=\t)/gmu) ?? [];
  // The remote may have commits that are not here.
  const range = ['--ignore-missing', commit, '--not', '--remotes', ...published, '--'];
  // A merge is compared with both of its parents: what it takes over from one of them is no addition.
  const patch = await readWhole(run, ['log', '--format=', '--patch', '--cc', ...secretPatchOptions, ...range]);
  const messages = await readWhole(run, ['log', '--format=%B', '--no-patch', ...range]);
  const inMessages = await search.compute.run('findPublishedSecrets', [messages], search.caller);
  const places = [
    ...(await describePlaces(await findAddedSecrets(patch, search))),
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

/** Renders places for people: path, line and format. */
async function describePlaces(places: readonly PatchSecret[]): Promise<readonly string[]> {
  const { redactSecrets } = await import('@shipmate/domain/secrets');
  return places.map(({ path, line, rule }) => {
    const name = redactSecrets(path);
    return line === 0 ? `the name of ${name} (${rule})` : `${name}:${line} (${rule})`;
  });
}
