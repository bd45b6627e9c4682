import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CodeBlock, findCodeBlocks } from '../../apps/cli/test/documents/code-blocks.ts';

/** A package that is published. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The names that import its modules, such as `@shipmate/tools/chart`. */
  readonly entries: readonly string[];
  /** The TypeScript of its README. */
  readonly blocks: readonly CodeBlock[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | { readonly '@shipmate/source': string }>>;
}

/** Reads the published packages of a repository. */
export function readPackages(repository: string): readonly PublishedPackage[] {
  return globSync('{apps,packages}/*/package.json', { cwd: repository })
    .sort()
    .map((path) => ({ folder: dirname(join(repository, path)), manifest: readManifest(join(repository, path)) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest: { name, version, exports } }) => ({
      name,
      version,
      entries: Object.entries(exports).flatMap(([subpath, entry]) =>
        typeof entry === 'string' ? [] : toEntries({ name, subpath, source: entry['@shipmate/source'], folder }),
      ),
      blocks: findCodeBlocks(
        `${name.slice(1).replace('/', '-')}.md`,
        readFileSync(join(folder, 'README.md'), 'utf8'),
      ).filter(
        ({ language, ignored, code }) =>
          language === 'ts' && ignored === undefined && !code.includes('@shipmate/config'),
      ),
    }));
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Returns the entry of a subpath, or those of its pattern. */
function toEntries(entry: {
  readonly name: string;
  readonly subpath: string;
  readonly source: string;
  readonly folder: string;
}): string[] {
  const { name, subpath, source, folder } = entry;
  const [start = '', end] = source.replace('./', '').split('*');
  if (end === undefined) return [name + subpath.slice(1)];
  return globSync(`${start}*${end}`, { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => name + subpath.slice(1).replace('*', path.slice(start.length, -end.length)))
    .sort();
}

/** Returns the exact version of each package of npm that the repository uses. */
export function readCatalog(repository: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8');
  return new Map(
    [...text.matchAll(/^ {4}"?([^"\s:]+)"?: (\d\S*)$/gm)].map(([, name = '', version = '']) => [name, version]),
  );
}
