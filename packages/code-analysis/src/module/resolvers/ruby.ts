import { closestFirst, folderOf, joinPath } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

/** Resolves `require_relative`, `require` and `load` of Ruby: beside the file, or in a folder `lib` or `app`. */
export function createRubyResolver({ paths }: ModuleSources): ModuleResolver {
  const roots = new Set<string>();
  for (const path of paths) {
    if (!path.endsWith('.rb')) continue;
    for (const [part] of path.matchAll(/(?:^|\/)(?:lib|app|spec|test)(?=\/)/gu)) {
      roots.add(path.slice(0, path.indexOf(part) + part.length));
    }
  }
  return (file, { module }): readonly ModuleTarget[] => {
    const places = [folderOf(file), ...[...roots].toSorted(closestFirst(file)), ''];
    const path = places
      .flatMap((folder) => joinPath(folder, module) ?? [])
      .flatMap((each) => [each, `${each}.rb`])
      .find((each) => paths.has(each));
    if (path !== undefined) return [toFile(module, path)];
    return [toPackage(module, module.startsWith('.') ? null : (module.split('/', 1)[0] ?? null))];
  };
}
