import { joinPath } from '../module-path.ts';

/** The extensions of sources from which a built file is made, in the order in which they are looked for. */
const sources: readonly (readonly [built: RegExp, sources: readonly string[]])[] = [
  [/\.d\.ts$|\.js$|\.jsx$/u, ['.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cts', '.cjs']],
  [/\.d\.mts$|\.mjs$/u, ['.mts', '.ts', '.tsx', '.mjs', '.js', '.jsx']],
  [/\.d\.cts$|\.cjs$/u, ['.cts', '.ts', '.tsx', '.cjs', '.js', '.jsx']],
];
const builtFolders: ReadonlySet<string> = new Set([
  'dist',
  'lib',
  'build',
  'out',
  'es',
  'esm',
  'cjs',
  'types',
  'output',
  'umd',
]);
const sourceFolders: readonly string[] = ['src', 'lib', 'source', ''];
const modeFolders: ReadonlySet<string> = new Set(['esm', 'cjs', 'es', 'types', 'umd', 'node', 'browser', 'mjs', 'src']);

/**
 * Finds the file of a package that a target of its manifest names, such as `./dist/index.js`: the file itself, or if it is not built, the
 * source that it is made from. The target may have one `*`, which some file has to match.
 *
 * @returns The path from the package, with `./`; undefined if there is no such file.
 */
export function toSourceFile(
  target: string,
  { folder, exists }: { readonly folder: string; readonly exists: (pattern: string) => boolean },
): string | undefined {
  const fits = (path: string): boolean => {
    const joined = joinPath(folder, path);
    return joined !== undefined && exists(joined);
  };
  const path = joinPath('', target);
  if (path === undefined || path === '') return undefined;
  for (const each of candidatesOf(path)) if (fits(each)) return `./${each}`;
  return undefined;
}

function* candidatesOf(path: string): Generator<string> {
  yield path;
  yield* ['.ts', '.js', '/index.ts', '/index.js', '.tsx', '.mjs', '.cjs'].map((ending) => `${path}${ending}`);
  for (const base of sourceBases(path)) {
    yield base;
    for (const [built, endings] of sources) {
      if (built.test(base)) yield* endings.map((ending) => base.replace(built, ending));
    }
    if (!/\.[a-z]+$/u.test(base)) {
      yield* ['.ts', '.tsx', '.js', '/index.ts', '/index.tsx', '/index.js'].map((ending) => `${base}${ending}`);
    }
  }
}

/** The paths of sources with the name of a built file: the folder of the build is replaced by that of the sources. */
function* sourceBases(path: string): Generator<string> {
  yield path;
  const [first = '', ...rest] = path.split('/');
  if (!builtFolders.has(first) || rest.length === 0) return;
  const tails = modeFolders.has(rest[0] ?? '') && rest.length > 1 ? [rest, rest.slice(1)] : [rest];
  for (const tail of tails) {
    for (const folder of sourceFolders) yield [folder, ...tail].filter((name) => name !== '').join('/');
  }
}
