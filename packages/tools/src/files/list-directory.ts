import { AppError, fenceText, type ToolContext } from '@shipmate/core/tool';
import type { CheckoutEntry, CheckoutFiles } from '@shipmate/domain/repository';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { listVisibleFiles } from '../checkout/checkout-search.ts';
import type { FilePorts } from './file-access.ts';

const maxEntries = 2_000;
const maxFolders = 2_000;

const types = { file: 'file', folder: 'directory', link: 'link', other: 'other' } as const;

export const listDirectory = defineCheckoutTool({
  name: 'listDirectory',
  description:
    'Lists a directory of the repository, or everything below it with recursive. Files that git ignores are left out unless ' +
    'includeIgnored is set, hidden ones unless includeHidden is set; the answer says how many. Links are listed and not followed. A long list is cut at 2,000 entries: list a ' +
    'subdirectory then.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      dirPath: z.string().max(4_000).default('.').describe('Directory path relative to workspace root'),
      recursive: z.boolean().default(false).optional(),
      includeHidden: z.boolean().default(false).optional(),
      includeIgnored: z.boolean().default(false).optional(),
    }),
  output: () =>
    z.object({
      dirPath: z.string(),
      entries: z.array(
        z.object({
          /** Relative to the root of the repository. */
          path: z.string(),
          name: z.string(),
          type: z.enum(['file', 'directory', 'link', 'other']),
        }),
      ),
      /** Entries that were left out because git ignores them. */
      ignored: z.number().int(),
      hidden: z.number().int(),
      truncated: z.boolean(),
    }),
  async execute(input, context: ToolContext<FilePorts>) {
    const { dirPath, recursive = false, includeHidden = false } = input;
    const checkout = await context.ports.checkouts.open(context);
    const { files } = checkout;
    const { signal } = context;
    const root = toFolder(dirPath);
    // With hidden files, because a folder that holds nothing else is not ignored.
    const visible = await listVisibleFiles({ checkout, includeHidden: true, signal });
    const isVisible = createVisibility(visible.paths, input.includeIgnored);
    const isEmpty = createEmptiness(files, signal);
    const isHidden = ({ name }: CheckoutEntry): boolean => !includeHidden && name.startsWith('.');
    const found: { readonly path: string; readonly name: string; readonly type: (typeof types)[keyof typeof types] }[] =
      [];
    const counts = { ignored: 0, hidden: 0 };
    const folders = [root];
    let opened = 0;
    for (const parent of folders) {
      if (opened >= maxFolders || found.length >= maxEntries) break;
      opened += 1;
      for (const entry of await listOrSkip(files, { parent, root, signal })) {
        const path = join(parent, entry.name);
        if (isHidden(entry)) counts.hidden += 1;
        else if (!isVisible(path, entry) && !(await isEmpty(path, entry))) counts.ignored += 1;
        else {
          found.push({ path, name: entry.name, type: types[entry.kind] });
          if (recursive && entry.kind === 'folder') folders.push(path);
        }
      }
    }
    const truncated = visible.truncated || found.length > maxEntries || opened < folders.length;
    return { dirPath: root || '.', entries: found.slice(0, maxEntries), ...counts, truncated };
  },
  toModel({ dirPath, entries, ignored, hidden, truncated }) {
    const head = [
      `${entries.length} entries in ${JSON.stringify(dirPath)}${ignored + hidden > 0 ? `; left out: ${ignored} ignored, ${hidden} hidden` : ''}.`,
      ...(ignored > 0 ? ['Git ignores files: set includeIgnored to list them.'] : []),
      ...(truncated ? ['The list was cut: list a subdirectory.'] : []),
    ].join(' ');
    const lines = entries.map(({ path, type }) => `${path}${suffixes[type]}`);
    return `${head}\n${fenceText(lines.join('\n'), { source: 'file' })}`;
  },
});

const suffixes = { file: '', directory: '/', link: ' (link)', other: ' (no regular file)' } as const;

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function toFolder(dirPath: string): string {
  const path = dirPath.replace(/\/+$/u, '');
  const isRoot = (path === '' && !dirPath.startsWith('/')) || path === '.';
  if (isRoot) return '';
  return parseCheckoutPath(path === '' ? dirPath : path.replace(/(?:^|\/)\.$/u, ''), 'dirPath');
}

/** Finds folders in which nothing but folders is: git does not ignore them. Only the first 2,000 are opened. */
function createEmptiness(files: CheckoutFiles, signal: AbortSignal) {
  let opened = 0;
  return async function isEmpty(path: string, { kind }: CheckoutEntry): Promise<boolean> {
    if (kind !== 'folder' || opened >= maxFolders) return false;
    opened += 1;
    const entries = await files.list(path, { signal }).catch((thrown: unknown) => {
      if (signal.aborted || !AppError.isInstance(thrown)) throw thrown;
    });
    if (entries === undefined || entries.some((entry) => entry.kind !== 'folder')) return false;
    for (const entry of entries) if (!(await isEmpty(join(path, entry.name), entry))) return false;
    return true;
  };
}

/** Files are visible if git does not ignore them, folders if a visible file is in them, and links always. */
function createVisibility(paths: readonly string[], isAll = false): (path: string, entry: CheckoutEntry) => boolean {
  if (isAll) return () => true;
  const visible = new Set(paths);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (visible.has(folder)) break;
      visible.add(folder);
    }
  }
  return (path, { kind }) => kind === 'link' || kind === 'other' || visible.has(path);
}

/** A folder may vanish after it was listed. */
async function listOrSkip(
  files: CheckoutFiles,
  { parent, root, signal }: { readonly parent: string; readonly root: string; readonly signal: AbortSignal },
): Promise<readonly CheckoutEntry[]> {
  try {
    return await files.list(parent, { signal });
  } catch (thrown) {
    const isGone = AppError.isInstance(thrown) && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(thrown.code);
    if (isGone && parent !== root) return [];
    if (isGone && thrown.code === 'VALIDATION_ERROR') await requireNoFile(files, root, signal);
    throw thrown;
  }
}

/** @throws AppError `VALIDATION_ERROR` about the field `dirPath` for a file. */
async function requireNoFile(files: CheckoutFiles, path: string, signal: AbortSignal): Promise<void> {
  const { kind } = await files.stat(path, { signal });
  if (kind !== 'file') return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `dirPath "${path}" is a file. Give the path of a directory, or read the file with readFile.`,
    details: { issues: [{ path: 'dirPath', message: 'is a file' }] },
  });
}
