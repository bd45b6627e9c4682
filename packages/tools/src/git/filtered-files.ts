import { readWhole, type RunGit } from './read-whole.ts';
import { listStagedBlobs, type StagedBlob } from './staged-blobs.ts';

/**
 * Drivers without which content must not be committed: that of Git LFS would have put it into another store (`filter=lfs`, git-lfs-track(1)),
 * those of git-crypt and transcrypt would have encrypted it. Without others, git commits files as they are.
 */
const heldBack = /^lfs$|crypt/u;

/** The largest pointer of Git LFS in bytes, and its first words: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const [maxPointerBytes, pointerStart] = [1_024, 'version https://git-lfs.github.com/spec/v1\n'];

/**
 * Unstages changed files whose content a driver of `.gitattributes` has to write, since no driver is started here. Pointers of Git LFS
 * and deletions stay staged.
 *
 * @returns The paths that were unstaged.
 * @throws AppError `PAYLOAD_TOO_LARGE` for too many changes to be checked at once, `CONFLICT`.
 */
export async function unstageFiltered(run: RunGit, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const attributes = (await readWhole(run, ['check-attr', '-z', '--stdin', 'filter'], { stdin: toList(paths) })).split(
    '\0',
  );
  const held = new Map<string, string>();
  for (let index = 0; index + 2 < attributes.length; index += 3) {
    const [path = '', driver = ''] = [attributes[index], attributes[index + 2]];
    if (heldBack.test(driver)) held.set(path, driver);
  }
  if (held.size === 0) return [];
  const blobs = await listStagedBlobs(run);
  // The target of a link passes no driver.
  const staged = blobs.filter(({ path, isLink }) => held.has(path) && !isLink);
  const pointers = await findPointers(
    run,
    staged.filter(({ path }) => held.get(path) === 'lfs'),
  );
  const unstaged = staged.filter(({ id }) => !pointers.has(id)).map(({ path }) => path);
  if (unstaged.length > 0) {
    await readWhole(run, ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      stdin: toList(unstaged),
    });
  }
  return unstaged;
}

function toList(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

/** Finds the blobs that are pointers of Git LFS. */
async function findPointers(run: RunGit, blobs: readonly StagedBlob[]): Promise<ReadonlySet<string>> {
  const small = blobs.filter(({ size }) => size <= maxPointerBytes);
  if (small.length === 0) return new Set();
  // Content cannot contain what stands between two blobs.
  const mark = crypto.randomUUID();
  const stdin = small.map(({ id }) => `${id}\n`).join('');
  const printed = await readWhole(run, ['cat-file', `--batch=${mark} %(objectname)`], { stdin });
  const found = printed.split(`${mark} `).flatMap((blob) => {
    const [id = ''] = blob.split('\n', 1);
    return blob.startsWith(pointerStart, id.length + 1) ? [id] : [];
  });
  return new Set(found);
}
