import { AppError } from '@shipmate/core';
import type { CodeMapFile, CodeMapSnapshot, CodeMapSymbol } from '@shipmate/domain/code-map';
import { findNearest, refusePath } from './nearest-paths.ts';
import { isInFolder } from './path-parts.ts';

/** Symbols of files, by path. */
export type SymbolsOf = ReadonlyMap<string, readonly CodeMapSymbol[]>;

/** A place of a snapshot that a request names. */
export type FoundPlace =
  | { readonly kind: 'file'; readonly path: string; readonly file: CodeMapFile }
  | { readonly kind: 'folder'; readonly path: string; readonly files: readonly CodeMapFile[] }
  | { readonly kind: 'symbol'; readonly path: string; readonly file: CodeMapFile; readonly symbol: CodeMapSymbol };

/** Splits `path#symbol`. */
function splitPlace(written: string): { readonly path: string; readonly symbol: string | undefined } {
  const hash = written.lastIndexOf('#');
  const path = (hash < 0 ? written : written.slice(0, hash)).replace(/^(?:\.?\/)+/u, '').replace(/\/+$/u, '');
  return { path: path === '.' ? '' : path, symbol: hash < 0 ? undefined : written.slice(hash + 1) };
}

/** Returns the files whose symbols a diagram needs. */
export function filesWithSymbols(places: readonly string[]): readonly string[] {
  return [...new Set(places.map(splitPlace).flatMap(({ path, symbol }) => (symbol === undefined ? [] : [path])))];
}

/** Finds a path, or `path#symbol`. @throws AppError `VALIDATION_ERROR` with the nearest ones */
export function findPlace(
  { snapshot, symbols }: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  written: string,
  field: string,
): FoundPlace {
  // The name of a file may contain `#`.
  const exact = snapshot.files.find(({ path }) => path === written);
  if (exact) return { kind: 'file', path: exact.path, file: exact };
  const { path, symbol: name } = splitPlace(written);
  const file = snapshot.files.find((each) => each.path === path);
  if (name !== undefined) {
    if (!file) throw refusePath(snapshot, path, field);
    const declared = symbols.get(path) ?? [];
    const symbol = declared.find((each) => toSymbolName(each) === name) ?? declared.find((each) => each.name === name);
    if (symbol) return { kind: 'symbol', path, file, symbol };
    const nearest = findNearest(name, declared.map(toSymbolName), 5);
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${field}" names the symbol "${name}", which "${path}" does not declare.${
        nearest.length === 0 ? '' : ` Nearest: ${nearest.map((each) => `"${path}#${each}"`).join(', ')}.`
      }`,
      details: { field, path, nearest },
    });
  }
  if (file) return { kind: 'file', path, file };
  const files = snapshot.files.filter((each) => isInFolder(each.path, path));
  if (files.length > 0) return { kind: 'folder', path, files };
  throw refusePath(snapshot, path, field);
}

/** The name of a symbol with its container. */
export function toSymbolName({ name, container }: CodeMapSymbol): string {
  return container === null ? name : `${container}.${name}`;
}
