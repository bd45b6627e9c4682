import { attemptFields, fieldsOf, type Loose, textOf, textsOf } from '../../dependency/loose.ts';
import { folderOf, joinPath } from '../module-path.ts';
import { parseJsonc } from './parse-jsonc.ts';

/** The part of a `tsconfig.json` by which imports are resolved, with paths from its own folder. */
interface ResolverConfig {
  readonly compilerOptions: {
    readonly baseUrl?: string;
    readonly paths?: Readonly<Record<string, readonly string[]>>;
    readonly rootDirs?: readonly string[];
    readonly allowJs: true;
  };
  readonly files?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly references?: readonly { readonly path: string }[];
}

/** Finds the configuration files of a repository. */
interface ConfigFiles {
  /** Returns the text of a file; undefined if there is none. */
  readonly textOf: (path: string) => string | undefined;
  /** Returns the folder of a package of the repository by its name. */
  readonly packageFolder: (name: string) => string | undefined;
}

const maxChain = 10;
const maxEntries = 500;

/** Settings of a chain of configurations, with paths from the top of the repository. */
interface Settings extends Omit<ResolverConfig['compilerOptions'], 'allowJs'> {
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads a `tsconfig.json` with those that it extends as far as the repository has them. Paths that leave the repository are dropped, so
 * the result can be written where nothing else is. An invalid file is empty.
 */
export function readTsconfig(path: string, files: ConfigFiles): ResolverConfig {
  const own = readFields(path, files);
  const { baseUrl, paths, rootDirs, lists } = readChain(path, files, 0);
  const folder = folderOf(path);
  const relative = (target: string): string => relativePath(folder, target);
  const references = (Array.isArray(own['references']) ? own['references'] : [])
    .slice(0, maxEntries)
    .flatMap((each: unknown) => {
      const target = textOf(fieldsOf(each)['path']);
      const joined = target === undefined ? undefined : joinPath(folder, target);
      return joined === undefined || joined === folder ? [] : [{ path: relative(joined) }];
    });
  return {
    compilerOptions: {
      allowJs: true,
      ...(baseUrl !== undefined && { baseUrl: relative(baseUrl) }),
      ...(rootDirs && { rootDirs: rootDirs.map(relative) }),
      ...(paths && {
        paths: Object.fromEntries(Object.entries(paths).map(([name, targets]) => [name, targets.map(relative)])),
      }),
    },
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(relative)])),
    ...(references.length > 0 && { references }),
  };
}

function readFields(path: string, { textOf: read }: ConfigFiles): Loose {
  return attemptFields(() => parseJsonc(read(path) ?? ''));
}

function readChain(path: string, files: ConfigFiles, depth: number): Settings {
  const fields = readFields(path, files);
  const folder = folderOf(path);
  const extended = typeof fields['extends'] === 'string' ? [fields['extends']] : textsOf(fields['extends']);
  const bases =
    depth >= maxChain ? [] : extended.slice(0, maxChain).flatMap((name) => findConfig(folder, name, files) ?? []);
  const inherited = bases.map((base) => readChain(base, files, depth + Math.max(1, bases.length)));
  const options = fieldsOf(fields['compilerOptions']);
  const baseUrl = joinText(folder, textOf(options['baseUrl']));
  const written = Object.entries(fieldsOf(options['paths'])).slice(0, maxEntries);
  const pathsFolder = baseUrl ?? folder;
  const own: Omit<Settings, 'lists'> = {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(options['paths'] !== undefined && {
      paths: Object.fromEntries(
        written.map(([name, targets]) => [
          name,
          textsOf(targets).flatMap((target) => joinPath(pathsFolder, target) ?? []),
        ]),
      ),
    }),
    ...(Array.isArray(options['rootDirs']) && {
      rootDirs: textsOf(options['rootDirs']).flatMap((target) => joinPath(folder, target) ?? []),
    }),
  };
  const lists = Object.fromEntries(
    ['files', 'include', 'exclude']
      .filter((name) => Array.isArray(fields[name]))
      .map((name) => [
        name,
        textsOf(fields[name])
          .slice(0, maxEntries)
          .flatMap((each) => joinPath(folder, each) ?? []),
      ]),
  );
  return inherited
    .concat({ ...own, lists })
    .reduce((one, other) => ({ ...one, ...other, lists: { ...one.lists, ...other.lists } }));
}

function joinText(folder: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : joinPath(folder, path);
}

/** Finds a configuration by a relative path, or in a package of the repository. */
function findConfig(folder: string, name: string, files: ConfigFiles): string | undefined {
  const target = name.startsWith('.') ? joinPath(folder, name) : findInPackage(name, files);
  if (target === undefined) return undefined;
  return [target, `${target}.json`, joinPath(target, 'tsconfig.json')].find(
    (each) => each !== undefined && files.textOf(each) !== undefined,
  );
}

function findInPackage(name: string, { packageFolder }: ConfigFiles): string | undefined {
  const names = name.split('/');
  const length = name.startsWith('@') ? 2 : 1;
  const folder = packageFolder(names.slice(0, length).join('/'));
  return folder === undefined ? undefined : joinPath(folder, names.slice(length).join('/'));
}

/** The path from a folder to another path, both from the top. */
function relativePath(folder: string, target: string): string {
  const [from, to] = [folder === '' ? [] : folder.split('/'), target === '' ? [] : target.split('/')];
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  const path = [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
  return path.startsWith('..') ? path : `./${path}`;
}
