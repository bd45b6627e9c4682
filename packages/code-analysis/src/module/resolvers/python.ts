import { closestFirst, folderOf, isBelow, joinPath, nameOf } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

const manifestNames: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile']);
const maxRoots = 20;

/** Resolves modules of Python from the folders that can be on its path. */
export function createPythonResolver({ paths }: ModuleSources): ModuleResolver {
  const roots = findRoots(paths);

  /** Finds the file of a module, or of the closest module that contains it. */
  function find(root: string, names: readonly string[]): { readonly path: string; readonly depth: number } | undefined {
    for (let depth = names.length; depth > 0; depth -= 1) {
      const base = join(root, names.slice(0, depth).join('/'));
      const path = [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`, `${base}/__init__.pyi`].find((each) =>
        paths.has(each),
      );
      if (path !== undefined) return { path, depth };
    }
    return undefined;
  }

  function resolveRelative(file: string, module: string): readonly ModuleTarget[] {
    const dots = /^\.+/u.exec(module)?.[0].length ?? 1;
    const folder = joinPath(folderOf(file), '../'.repeat(dots - 1));
    if (folder === undefined) return [toPackage(module, null)];
    const names = module
      .slice(dots)
      .split('.')
      .filter((name) => name !== '');
    const found = find(folder, names);
    const own = `${folder === '' ? '' : `${folder}/`}__init__.py`;
    const path = found?.path ?? (paths.has(own) ? own : undefined);
    if (path === undefined) return [toPackage(module, null)];
    return [toFile(`${'.'.repeat(dots)}${names.slice(0, found?.depth ?? 0).join('.')}`, path)];
  }

  return (file, { module }) => {
    if (module.startsWith('.')) return resolveRelative(file, module);
    const names = module.split('.');
    const [first = ''] = names;
    const known = roots.get(first) ?? [];
    // A script finds the modules beside it.
    const places = [...known].toSorted(
      (one, other) => Number(isBelow(other, file)) - Number(isBelow(one, file)) || closestFirst(file)(one, other),
    );
    for (const root of places) {
      const found = find(root, names);
      // A module beside a test that is called like the tested package is not meant by itself.
      if (found && found.path !== file) return [toFile(names.slice(0, found.depth).join('.'), found.path)];
    }
    return [toPackage(first, known.length === 0 ? first : null)];
  };
}

function join(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** The folders from which a module can be imported, by the first name of the module. */
function findRoots(paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const files = [...paths].filter((path) => /\.pyi?$/u.test(path));
  const folders = new Set(['']);
  for (const path of paths) {
    if (!manifestNames.has(nameOf(path))) continue;
    folders.add(folderOf(path));
    folders.add(join(folderOf(path), 'src'));
  }
  for (const path of files) {
    const folder = folderOf(path);
    // The folder above the outermost package, or of a script.
    if (nameOf(path) === '__init__.py') {
      if (!paths.has(join(folderOf(folder), '__init__.py'))) folders.add(folderOf(folder));
    } else if (!paths.has(join(folder, '__init__.py'))) folders.add(folder);
  }
  const roots = new Map<string, Set<string>>();
  for (const path of files) {
    const names = path.split('/');
    for (let depth = 0; depth < names.length; depth += 1) {
      const root = names.slice(0, depth).join('/');
      if (!folders.has(root)) continue;
      const first = (names[depth] ?? '').replace(/\.pyi?$/u, '');
      const known = roots.get(first) ?? new Set();
      roots.set(first, known);
      if (known.size < maxRoots) known.add(root);
    }
  }
  return new Map([...roots].map(([first, known]) => [first, [...known]]));
}
