import type { Occurrences } from '@shipmate/code-analysis';
import type { ToolContext } from '@shipmate/core';
import { findFilesWith } from '../checkout/checkout-search.ts';
import type { Checkout } from '../checkout/checkout-port.ts';
import type { CodePorts } from './code-ports.ts';
import type { SourceFile } from './read-source.ts';
import { createSourceReader } from './source-reader.ts';

const maxFiles = 2_000;

/** A file with the places of a symbol. */
export interface SearchedFile extends Occurrences {
  readonly source: SourceFile;
}

/** The result of {@link searchSymbol}. */
export interface SymbolSearch {
  /** Places in comments and strings. */
  readonly leftOut: number;
  /** Files that contain the name and could not be read or parsed. */
  readonly skipped: readonly string[];
  /** True if not all files were searched. */
  readonly truncated: boolean;
}

/** A name to search for. */
interface SymbolQuestion {
  readonly symbol: string;
  readonly filePattern?: string | undefined;
  /** Receives the files in which the name is code, by path. Files that it does not keep are not held. */
  readonly onFile: (file: SearchedFile) => void;
}

/** Finds the places of a name in a checkout: ripgrep finds the files, a parser confirms the places. */
export async function searchSymbol(
  checkout: Checkout,
  { symbol, filePattern, onFile }: SymbolQuestion,
  context: ToolContext<CodePorts>,
): Promise<SymbolSearch> {
  const { signal } = context;
  const { files, known } = checkout;
  await using reader = createSourceReader(files, { signal, maxAhead: maxFiles });
  const onFound = (path: string): void => reader.readAhead(path);
  const found = await findFilesWith({ checkout, word: symbol, filePattern, signal, onFound });
  const paths = found.paths.slice(0, maxFiles);
  const read = new Set<string>();
  let leftOut = 0;
  for await (const batch of reader.take(paths)) {
    const remembered = new Map(batch.map((source) => [source, known.get({ ...source, symbol })]));
    const unknown = batch.filter((source) => remembered.get(source) === undefined);
    const texts = unknown.map(({ path, text }) => ({ path, text }));
    const parsed = texts.length === 0 ? [] : await context.ports.compute.run('findInCode', [texts, symbol], context);
    const occurrences = new Map(unknown.map((source, index) => [source, parsed[index]]));
    for (const source of batch) {
      const inFile = remembered.get(source) ?? occurrences.get(source);
      if (!inFile) continue;
      known.set({ ...source, symbol }, inFile);
      read.add(source.path);
      leftOut += inFile.leftOut;
      if (inFile.places.length > 0) onFile({ source, ...inFile });
    }
  }
  return {
    leftOut,
    skipped: paths.filter((path) => !read.has(path)),
    truncated: found.truncated || found.paths.length > maxFiles,
  };
}
