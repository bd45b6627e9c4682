import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

/** A source file of a package or an app: no test, fixture or testing kit. */
export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly lines: number;
  /** Paths of source files that it imports or re-exports. */
  readonly imports: readonly string[];
  /** Paths of source files that declare the names it imports through index files. */
  readonly origins: readonly string[];
  /** Texts of its JSDoc comments, without the stars. */
  readonly docstrings: readonly string[];
}

const notSource = /\.test\.tsx?$|\.d\.ts$|\/__fixtures__\/|\/testing\//u;

/** Reads all source files of the repository in the current folder. */
export function readSourceFiles(): SourceFile[] {
  const paths = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter((path) => !notSource.test(path));
  const known = new Set(paths);
  const entries = readPackageEntries(paths);
  const parsed = new Map(paths.map((path) => [path, parseFile(path)]));
  return paths.sort().map((path) => toSourceFile(path, { known, entries, parsed }));
}

interface Places {
  readonly known: ReadonlySet<string>;
  /** Source file by import name, such as `@shipmate/domain/text`. */
  readonly entries: ReadonlyMap<string, string>;
  readonly parsed: ReadonlyMap<string, ParsedFile>;
}

interface ParsedFile extends Pick<ParseResult, 'comments' | 'module'> {
  readonly text: string;
}

function parseFile(path: string): ParsedFile {
  const text = readFileSync(path, 'utf8');
  const { module, comments } = parseSync(path, text);
  return { text, module, comments };
}

function toSourceFile(path: string, places: Places): SourceFile {
  const { text, module, comments } = places.parsed.get(path) as ParsedFile;
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: names }) => names.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ].filter((request) => request !== undefined);
  const imports = requests.map((request) => resolve(path, request, places)).filter((target) => target !== undefined);
  const origins = module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const target = resolve(path, moduleRequest.value, places);
    if (target === undefined) return [];
    return entries.flatMap(({ importName }) => originOf(target, importName.name ?? '', places) ?? []);
  });
  const docstrings = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value }) => value.replaceAll(/^\s*\*+ ?/gmu, '').trim());
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [...new Set(imports)],
    origins: [...new Set(origins)],
    docstrings,
  };
}

function resolve(path: string, request: string, { known, entries }: Places): string | undefined {
  const target = request.startsWith('.') ? normalize(join(dirname(path), request)) : entries.get(request);
  return target !== undefined && target !== path && known.has(target) ? target : undefined;
}

/** Finds the file that declares a name which another file re-exports; `undefined` when that file declares it itself. */
function originOf(path: string, name: string, places: Places): string | undefined {
  const exports = places.parsed.get(path)?.module.staticExports.flatMap(({ entries }) => entries) ?? [];
  const found = exports.find(({ exportName, moduleRequest }) => moduleRequest && exportName.name === name);
  const target = found?.moduleRequest && resolve(path, found.moduleRequest.value, places);
  return target && (originOf(target, found?.importName.name ?? name, places) ?? target);
}

/** Returns the source file of each import name of a package, such as `@shipmate/domain/text`. */
export function readPackageEntries(paths: readonly string[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const manifest of globSync('{packages,apps}/*/package.json')) {
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string | { readonly '@shipmate/source'?: string }>>;
    };
    for (const [subpath, entry] of Object.entries(exports)) {
      const source = typeof entry === 'string' ? entry : entry['@shipmate/source'];
      if (!source) continue;
      const [start = '', end] = join(dirname(manifest), source).split('*');
      if (end === undefined) entries.set(name + subpath.slice(1), start);
      for (const path of end === undefined ? [] : paths) {
        if (!path.startsWith(start) || !path.endsWith(end)) continue;
        entries.set(name + subpath.slice(1).replace('*', path.slice(start.length, -end.length)), path);
      }
    }
  }
  return entries;
}
