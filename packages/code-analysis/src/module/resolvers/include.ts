import { closest, folderOf, groupPaths, joinPath, nameOf } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

/** Resolves includes of C and C++: beside the file, and otherwise the closest file whose path ends with the name. */
export function createIncludeResolver({ paths }: ModuleSources): ModuleResolver {
  const byName = groupPaths(
    [...paths].filter((path) => /\.(?:h|hh|hpp|hxx|inc|c|cc|cpp|cxx)$/iu.test(path)),
    nameOf,
  );
  return (file, { module }): readonly ModuleTarget[] => {
    const beside = joinPath(folderOf(file), module);
    if (beside !== undefined && paths.has(beside)) return [toFile(module, beside)];
    const tail = module.replace(/^(?:\.{1,2}\/)+/u, '');
    const all = (byName.get(nameOf(tail)) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`));
    const path = closest(file, all);
    if (path !== undefined) return [toFile(module, path)];
    return [toPackage(module, module.split('/', 1)[0] ?? module)];
  };
}
