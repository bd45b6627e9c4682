import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A source file of a package or an app: no test, fixture or testing kit. */
export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly lines: number;
  /** Paths of source files that it imports or re-exports. */
  readonly imports: readonly string[];
  /** Texts of its JSDoc comments, without the stars. */
  readonly docstrings: readonly string[];
}

const notSource = /\.test\.tsx?$|\.d\.ts$|\/__fixtures__\/|\/testing\//u;

/** Reads all source files of the repository in the current folder. */
export function readSourceFiles(): SourceFile[] {
  const paths = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter((path) => !notSource.test(path));
  const known = new Set(paths);
  const entries = readPackageEntries();
  return paths.sort().map((path) => toSourceFile(path, { known, entries }));
}

interface Places {
  readonly known: ReadonlySet<string>;
  /** Source file by import name, such as `@shipmate/domain/text`. */
  readonly entries: ReadonlyMap<string, string>;
}

function toSourceFile(path: string, { known, entries }: Places): SourceFile {
  const text = readFileSync(path, 'utf8');
  const { module, comments } = parseSync(path, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: names }) => names.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ].filter((request) => request !== undefined);
  const imports = requests
    .map((request) => (request.startsWith('.') ? normalize(join(dirname(path), request)) : entries.get(request)))
    .filter((target) => target !== undefined && target !== path && known.has(target));
  const docstrings = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value }) => value.replaceAll(/^\s*\*+ ?/gmu, '').trim());
  return { path, lines: text.split('\n').length - 1, imports: [...new Set(imports)] as string[], docstrings };
}

function readPackageEntries(): Map<string, string> {
  const entries = new Map<string, string>();
  for (const manifest of globSync('{packages,apps}/*/package.json')) {
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, { readonly '@shipmate/source'?: string }>>;
    };
    for (const [subpath, { '@shipmate/source': source }] of Object.entries(exports)) {
      if (source) entries.set(name + subpath.slice(1), join(dirname(manifest), source));
    }
  }
  return entries;
}
