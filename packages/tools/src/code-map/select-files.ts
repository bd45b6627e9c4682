import { setImmediate } from 'node:timers/promises';
import type { CodeAttributes } from '@shipmate/code-analysis';
import { toAnalysisKey } from '@shipmate/domain/code-map';
import type { CommitTree, TreeFile } from '../git/git-port.ts';
import type { LeftOut } from './left-out.ts';
import { mapLanguageOf } from './map-language.ts';

/** A file of the map. */
export interface SelectedFile {
  readonly path: string;
  readonly size: number;
  readonly blobId: string;
  readonly language: string | null;
  /** Null if its content is not to be analyzed. */
  readonly analysisKey: string | null;
}

/** The limits of an index. */
export interface IndexLimits {
  /** Files of the commit. */
  readonly maxFiles: number;
  /** Bytes of a file that is analyzed. */
  readonly maxFileBytes: number;
  /** Bytes of all files that are analyzed. */
  readonly maxTotalBytes: number;
}

const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|zst|7z|jar|war|class|so|dll|dylib|exe|bin|wasm|woff2?|ttf|otf|eot|mp[34]|mov|webm|ogg|wav|sqlite|db|pyc|parquet|onnx)$/iu;
const partSize = 500;

/** Decides which files of a commit are shown and analyzed. Vendored files, links and submodules are not shown. */
export async function selectFiles(
  { files, refused }: CommitTree,
  {
    attributes,
    leftOut,
    limits,
  }: { readonly attributes: CodeAttributes; readonly leftOut: LeftOut; readonly limits: IndexLimits },
): Promise<readonly SelectedFile[]> {
  const selected: SelectedFile[] = [];
  let total = 0;
  for (const path of refused) leftOut.add('ignored', path);
  for (const [index, { path, kind, size, id }] of files.entries()) {
    // Rules of a repository are matched with each path, which takes its time.
    if (index % partSize === 0) await setImmediate();
    const ignored = kind === 'file' ? attributes.ignoredAs(path) : 'vendored';
    if (ignored === 'vendored') {
      leftOut.add('ignored', path);
      continue;
    }
    const language = mapLanguageOf(path);
    const bytes = size ?? 0;
    const reason = ignored ? 'ignored' : reasonOf({ path, size: bytes, language }, total, limits);
    if (reason) leftOut.add(reason, path);
    const isAnalyzed = reason === undefined && language !== null;
    if (isAnalyzed) total += bytes;
    const analysisKey = isAnalyzed ? toAnalysisKey({ blobId: id, path }) : null;
    selected.push({ path, size: bytes, blobId: id, language, analysisKey });
  }
  return selected;
}

function reasonOf(
  { path, size, language }: { readonly path: string; readonly size: number; readonly language: string | null },
  total: number,
  { maxFileBytes, maxTotalBytes }: IndexLimits,
): 'binary' | 'too_large' | 'limit' | undefined {
  if (binary.test(path)) return 'binary';
  if (language === null) return undefined;
  if (size > maxFileBytes) return 'too_large';
  return total + size > maxTotalBytes ? 'limit' : undefined;
}

/** Returns the files of a tree that are regular and not longer than a number of bytes. */
export function regularFiles(
  files: readonly TreeFile[],
  fits: (name: string) => boolean,
  maxBytes: number,
): TreeFile[] {
  return files.filter(
    ({ path, kind, size }) =>
      kind === 'file' && size !== null && size <= maxBytes && fits(path.slice(path.lastIndexOf('/') + 1)),
  );
}
