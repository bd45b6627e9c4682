import type { GitOutput } from './git-port.ts';

/** Git in a work tree. */
interface FilteringGit {
  /** Runs git; an exit code other than 0 is a result. */
  run(args: readonly string[], options: { readonly maxOutputBytes: number }): Promise<GitOutput>;
  /** Runs git and returns its output. @throws AppError for an exit code other than 0. */
  read(args: readonly string[], options?: { readonly stdin: string }): Promise<string>;
}

/**
 * Drivers without which content must not be committed: that of Git LFS would have put it into another store (`filter=lfs`, git-lfs-track(1)),
 * those of git-crypt and transcrypt would have encrypted it. Without others, git commits files as they are.
 */
const heldBack = /^lfs$|crypt/u;

/** The largest pointer of Git LFS in bytes, and its first words: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const [maxPointerBytes, pointerStart] = [1_024, 'version https://git-lfs.github.com/spec/v1\n'];

const maxIndexBytes = 64_000_000;

/**
 * Unstages changed files whose content a driver of `.gitattributes` has to write, since no driver is started here. Pointers of Git LFS
 * and deletions stay staged.
 *
 * @returns The paths that were unstaged.
 */
export async function unstageFiltered(git: FilteringGit, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const stdin = toList(paths);
  const attributes = (await git.read(['check-attr', '-z', '--stdin', 'filter'], { stdin })).split('\0');
  const held = new Map<string, string>();
  for (let index = 0; index + 2 < attributes.length; index += 3) {
    const [path = '', driver = ''] = [attributes[index], attributes[index + 2]];
    if (heldBack.test(driver)) held.set(path, driver);
  }
  if (held.size === 0) return [];
  const index = await git.run(['ls-files', '--stage', '-z'], { maxOutputBytes: maxIndexBytes });
  const staged = [...index.stdout.matchAll(/(\d+) (\w+) \d\t([^\0]+)\0/gu)].flatMap(([, mode, id = '', path = '']) => {
    const driver = held.get(path);
    // The target of a link passes no driver.
    return driver === undefined || mode === '120000' ? [] : [{ id, path, driver }];
  });
  const pointers = await findPointers(
    git,
    staged.flatMap(({ id, driver }) => (driver === 'lfs' ? id : [])),
  );
  const unstaged = staged.filter(({ id }) => !pointers.has(id)).map(({ path }) => path);
  if (unstaged.length > 0) {
    await git.read(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], { stdin: toList(unstaged) });
  }
  return unstaged;
}

function toList(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

/** Finds the blobs that are pointers of Git LFS. */
async function findPointers(git: FilteringGit, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sizes = await git.read(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { stdin: toLines(ids) });
  const small = sizes.split('\n').flatMap((line) => {
    const [id = '', size] = line.split(' ');
    return Number(size) <= maxPointerBytes && id !== '' ? [id] : [];
  });
  if (small.length === 0) return new Set();
  // Content cannot contain what stands between two blobs.
  const mark = crypto.randomUUID();
  const blobs = await git.read(['cat-file', `--batch=${mark} %(objectname)`], { stdin: toLines(small) });
  const found = blobs.split(`${mark} `).flatMap((blob) => {
    const [id = '', ...content] = blob.split('\n');
    return content.join('\n').startsWith(pointerStart) ? [id] : [];
  });
  return new Set(found);
}

function toLines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}
