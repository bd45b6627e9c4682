import { AppError } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';

/** Bounds of `listCheckout`. */
interface ListCheckoutOptions {
  readonly signal: AbortSignal;
  /** Chooses the files by their paths. */
  readonly matches: (path: string) => boolean;
  /** Chooses the folders to open by their names. */
  readonly opens: (name: string) => boolean;
  readonly maxFolders: number;
  readonly maxFiles: number;
}

/** The files that `listCheckout` found, the ones nearest to the root first. */
interface CheckoutListing {
  readonly paths: readonly string[];
  /** True if a bound ended the listing. */
  readonly truncated: boolean;
}

/** Lists the matching files of a checkout, folder by folder, without following links. */
export async function listCheckout(files: CheckoutFiles, options: ListCheckoutOptions): Promise<CheckoutListing> {
  const { signal, matches, opens, maxFolders, maxFiles } = options;
  const paths: string[] = [];
  const folders = [''];
  let opened = 0;
  for (const folder of folders) {
    if (opened >= maxFolders || paths.length >= maxFiles) return { paths: paths.slice(0, maxFiles), truncated: true };
    opened += 1;
    for (const { name, kind } of await listOrSkip(files, folder, signal)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'folder' && opens(name)) folders.push(path);
      if (kind === 'file' && matches(path)) paths.push(path);
    }
  }
  return { paths: paths.slice(0, maxFiles), truncated: paths.length > maxFiles };
}

/** A folder may vanish after it was listed. */
async function listOrSkip(files: CheckoutFiles, folder: string, signal: AbortSignal) {
  try {
    return await files.list(folder, { signal });
  } catch (thrown) {
    if (folder !== '' && AppError.isInstance(thrown) && gone.has(thrown.code)) return [];
    throw thrown;
  }
}

const gone: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR']);
