import { parse } from 'smol-toml';
import { attemptFields, fieldsOf, textOf } from '../../dependency/loose.ts';
import { folderOf, isBelow, joinPath, nameOf } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

/** A crate of the repository. */
interface Crate {
  readonly folder: string;
  /** With underscores. */
  readonly name: string;
  /** The file of its library; undefined if it has none. */
  readonly library: string | undefined;
}

/** Resolves `mod`, `crate`, `self`, `super` and the crates of workspaces of Rust. */
export function createRustResolver({ paths, manifests }: ModuleSources): ModuleResolver {
  const crates = [...manifests].flatMap(([path, text]) =>
    nameOf(path) === 'Cargo.toml' ? readCrate(path, text, paths) : [],
  );
  crates.sort((one, other) => other.folder.length - one.folder.length);
  const byName = new Map(crates.map((crate) => [crate.name, crate]));

  /** Finds the file of a module below a folder, or of the closest module that contains it. */
  function findBelow(folder: string, names: readonly string[]): string | undefined {
    for (let length = names.length; length > 0; length -= 1) {
      const base = [folder, ...names.slice(0, length)].filter((name) => name !== '').join('/');
      const path = [`${base}.rs`, `${base}/mod.rs`].find((each) => paths.has(each));
      if (path !== undefined) return path;
    }
    return undefined;
  }

  function findInCrate({ library }: Crate, names: readonly string[]): string | undefined {
    return library === undefined ? undefined : (findBelow(folderOf(library), names) ?? library);
  }

  return (file, { module }): readonly ModuleTarget[] => {
    const crate = crates.find(({ folder }) => isBelow(folder, file));
    if (module.startsWith('mod ')) {
      const path = findBelow(moduleFolder(file), [module.slice('mod '.length)]);
      return [path === undefined ? toPackage(module, null) : toFile(module, path)];
    }
    const names = module.split('::').filter((name) => name !== 'self' || module.startsWith('self'));
    const [first = ''] = names;
    const path = findPath(file, names, crate);
    if (path !== undefined) return path === file ? [] : [toFile(module, path)];
    if (first === 'crate' || first === 'super' || first === 'self') return [toPackage(module, null)];
    const other = byName.get(first);
    if (!other) return [toPackage(module, first)];
    const found = findInCrate(other, names.slice(1));
    return [found === undefined ? toPackage(module, null) : toFile(module, found)];
  };

  function findPath(file: string, names: readonly string[], crate: Crate | undefined): string | undefined {
    const here = moduleFolder(file);
    const [first = '', ...rest] = names;
    if (first === 'crate') {
      const root = crateRoot(file, crate, paths);
      return root === undefined ? undefined : (findBelow(folderOf(root), rest) ?? root);
    }
    if (first === 'self') return findBelow(here, rest) ?? file;
    if (first !== 'super') return findBelow(here, names);
    const ups = names.findIndex((name) => name !== 'super');
    const count = ups < 0 ? names.length : ups;
    const folder = joinPath(here, '../'.repeat(count));
    if (folder === undefined) return undefined;
    return findBelow(folder, names.slice(count)) ?? ownerOf(folder, paths);
  }
}

/** The folder in which the modules of a file are. */
function moduleFolder(file: string): string {
  const name = nameOf(file);
  const isRoot = name === 'mod.rs' || name === 'lib.rs' || name === 'main.rs' || nameOf(folderOf(file)) === 'bin';
  return isRoot ? folderOf(file) : file.slice(0, -'.rs'.length);
}

/** The file of the module whose modules are in a folder. */
function ownerOf(folder: string, paths: ReadonlySet<string>): string | undefined {
  return [`${folder}.rs`, `${folder}/mod.rs`, `${folder}/lib.rs`, `${folder}/main.rs`].find((path) => paths.has(path));
}

/** The file at the top of the crate that a file belongs to: a program of `src/bin`, an example and a test are their own. */
function crateRoot(file: string, crate: Crate | undefined, paths: ReadonlySet<string>): string | undefined {
  if (!crate) return undefined;
  const folder = crate.folder === '' ? '' : `${crate.folder}/`;
  if (['src/bin', 'examples', 'tests', 'benches'].some((own) => folderOf(file) === `${folder}${own}`)) return file;
  const main = `${folder}src/main.rs`;
  return file === main ? main : (crate.library ?? (paths.has(main) ? main : undefined));
}

function readCrate(path: string, text: string, paths: ReadonlySet<string>): Crate[] {
  const manifest = attemptFields(() => parse(text));
  const name = textOf(fieldsOf(manifest['package'])['name']);
  if (name === undefined) return [];
  const folder = folderOf(path);
  const library = fieldsOf(manifest['lib']);
  const file = joinPath(folder, textOf(library['path']) ?? 'src/lib.rs');
  const isThere = file !== undefined && paths.has(file);
  return [
    { folder, name: (textOf(library['name']) ?? name).replaceAll('-', '_'), library: isThere ? file : undefined },
  ];
}
