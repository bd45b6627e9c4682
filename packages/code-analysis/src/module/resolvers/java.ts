import { closest, folderOf, groupPaths, nameOf } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

/** Resolves classes of Java by their packages, which end the paths of folders. */
export function createJavaResolver({ paths }: ModuleSources): ModuleResolver {
  const sources = [...paths].filter((path) => path.endsWith('.java'));
  const byClass = groupPaths(sources, (path) => nameOf(path).slice(0, -'.java'.length));
  const packages = new Set<string>();
  for (const folder of new Set(sources.map(folderOf))) {
    const names = folder.split('/');
    for (let from = 0; from < names.length; from += 1) packages.add(names.slice(from).join('.'));
  }

  function findClass(file: string, names: readonly string[], name: string): string | undefined {
    const folder = names.join('/');
    const all = (byClass.get(name) ?? []).filter((path) => {
      const own = folderOf(path);
      return folder === '' || own === folder || own.endsWith(`/${folder}`);
    });
    return closest(file, all);
  }

  return (file, { module }): readonly ModuleTarget[] => {
    const [whole = '', reference] = module.split('#', 2);
    if (reference !== undefined) {
      const path = findClass(file, whole.slice(0, -'.*'.length).split('.'), reference);
      // A class that is not in the package is one of another package.
      return path === undefined || path === file ? [] : [toFile(whole, path)];
    }
    const names = module.split('.');
    if (names.at(-1) === '*') {
      const folder = names.slice(0, -1);
      return packages.has(folder.join('.')) ? [] : [toPackage(module, toExternal(folder))];
    }
    // A nested class or a member belongs to the class before it.
    for (let length = names.length; length > 1; length -= 1) {
      const path = findClass(file, names.slice(0, length - 1), names[length - 1] ?? '');
      if (path !== undefined) return [toFile(module, path)];
    }
    const own = names.filter((name) => /^[\p{Ll}_]/u.test(name)).join('.');
    return [toPackage(module, packages.has(own) ? null : toExternal(names))];
  };
}

/** The first names of the package: two of the platform, and three of others. */
function toExternal(names: readonly string[]): string {
  const folders = names.filter((name) => /^[\p{Ll}_]/u.test(name));
  const length = folders[0] === 'java' || folders[0] === 'javax' || folders[0] === 'jakarta' ? 2 : 3;
  return (folders.length === 0 ? names : folders).slice(0, length).join('.');
}
