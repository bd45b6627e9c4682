import type { Occurrences } from '@shipmate/code-analysis';
import type { ToolContext } from '@shipmate/core';
import { findFilesWith } from '../checkout/ripgrep.ts';
import type { Checkout } from '../checkout/checkout-port.ts';
import type { CodePorts } from './code-ports.ts';
import type { SourceFile } from './read-source.ts';
import { createSourceReader } from './source-reader.ts';

const maxFiles = 2_000;
/** Characters of files that are parsed in one piece of work. */
const maxBatch = 1_000_000;

/** A file with the places of a symbol. */
export interface SearchedFile extends Occurrences {
  readonly source: SourceFile;
}

/** The result of {@link searchSymbol}. */
export interface SymbolSearch {
  /** Files in which the name is code, by path. */
  readonly files: readonly SearchedFile[];
  /** Places in comments and strings. */
  readonly leftOut: number;
  /** Files that contain the name and could not be read or parsed. */
  readonly skipped: readonly string[];
  /** True if not all files were searched. */
  readonly truncated: boolean;
}

/** Finds the places of a name in a checkout: ripgrep finds the files, a parser confirms the places. */
export async function searchSymbol(
  { folder, files, known }: Checkout,
  { symbol, filePattern }: { readonly symbol: string; readonly filePattern?: string | undefined },
  context: ToolContext<CodePorts>,
): Promise<SymbolSearch> {
  const { signal } = context;
  await using reader = createSourceReader(files, { signal, maxAhead: maxFiles });
  const onFound = (path: string): void => reader.readAhead(path);
  const found = await findFilesWith({ folder, word: symbol, filePattern, signal, onFound });
  const paths = found.paths.slice(0, maxFiles);
  const sources = await reader.take(paths);
  const searched = sources.flatMap((source): SearchedFile[] => {
    const inFile = known.get({ ...source, symbol });
    return inFile ? [{ source, ...inFile }] : [];
  });
  const done = new Set(searched.map(({ source }) => source));
  for (const batch of toBatches(sources.filter((source) => !done.has(source)))) {
    const texts = batch.map(({ path, text }) => ({ path, text }));
    const occurrences = await context.ports.compute.run('findInCode', [texts, symbol], context);
    for (const [index, source] of batch.entries()) {
      const inFile = occurrences[index];
      if (!inFile) continue;
      known.set({ ...source, symbol }, inFile);
      searched.push({ source, ...inFile });
    }
  }
  searched.sort((one, other) => (one.source.path < other.source.path ? -1 : 1));
  const read = new Set(searched.map(({ source }) => source.path));
  return {
    files: searched.filter(({ places }) => places.length > 0),
    leftOut: searched.reduce((sum, { leftOut }) => sum + leftOut, 0),
    skipped: paths.filter((path) => !read.has(path)),
    truncated: found.truncated || found.paths.length > maxFiles,
  };
}

function toBatches(sources: readonly SourceFile[]): SourceFile[][] {
  const batches: SourceFile[][] = [];
  let room = 0;
  for (const source of sources) {
    if (source.text.length > room || batches.length === 0) {
      batches.push([]);
      room = maxBatch;
    }
    batches.at(-1)?.push(source);
    room -= source.text.length;
  }
  return batches;
}
