import { fieldsOf, textOf } from '../../dependency/loose.ts';
import { toSourceFile } from './to-source-file.ts';

/** The fields of a `package.json` by which imports are resolved, with targets that exist. */
interface SourceManifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly exports?: Readonly<Record<string, string | null>>;
  readonly imports?: Readonly<Record<string, string | null>>;
}

const maxEntries = 500;
const maxDepth = 8;

/** Options for {@link toSourceManifest}. */
interface SourceFiles {
  /** The folder of the manifest. */
  readonly folder: string;
  /** Returns true if the repository has a file of this path, or with `*` one that matches it. */
  readonly exists: (pattern: string) => boolean;
}

/**
 * Rewrites a `package.json` so that its exports and imports lead to the files of a repository in which nothing is built: of the
 * conditions, the first one counts whose target exists or has a source.
 */
export function toSourceManifest(manifest: unknown, files: SourceFiles): SourceManifest {
  const fields = fieldsOf(manifest);
  const [name, type] = [textOf(fields['name']), textOf(fields['type'])];
  const main = ['source', 'main', 'module', 'types', 'typings', 'browser']
    .flatMap((field) => textOf(fields[field]) ?? [])
    .flatMap((target) => toSourceFile(target, files) ?? [])[0];
  const index = main ?? toSourceFile('dist/index.js', files);
  return {
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
    ...(index !== undefined && { main: index }),
    ...(fields['exports'] !== undefined && { exports: toTargets(toSubpaths(fields['exports']), files) }),
    ...(fields['imports'] !== undefined && { imports: toTargets(fieldsOf(fields['imports']), files) }),
  };
}

/** A string, a list or conditions stand for the package itself. */
function toSubpaths(exports: unknown): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(exports);
  return Object.keys(fields).some((key) => key.startsWith('.')) ? fields : { '.': exports };
}

function toTargets(
  subpaths: Readonly<Record<string, unknown>>,
  files: SourceFiles,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(subpaths)
      .slice(0, maxEntries)
      .flatMap(([subpath, value]): (readonly [string, string | null])[] => {
        if (value === null) return [[subpath, null]];
        const target = targetsOf(value, 0)
          .map((each) => (each.startsWith('./') ? toSourceFile(each, files) : each))
          .find((each) => each !== undefined && each !== '');
        return target === undefined ? [] : [[subpath, target]];
      }),
  );
}

/** The targets of conditions, those of sources first. */
function targetsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((each) => targetsOf(each, depth + 1));
  return Object.entries(fieldsOf(value))
    .toSorted(([one], [other]) => orderOf(one) - orderOf(other))
    .flatMap(([, each]) => targetsOf(each, depth + 1));
}

function orderOf(condition: string): number {
  if (condition === 'source' || condition.endsWith('/source')) return 0;
  return condition === 'development' ? 1 : 2;
}
