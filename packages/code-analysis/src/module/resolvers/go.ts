import { folderOf, groupPaths, isBelow, joinPath, nameOf } from '../module-path.ts';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toFile, toPackage } from '../module-target.ts';

/** A module of Go in the repository. */
interface GoModule {
  readonly name: string;
  readonly folder: string;
}

/** Resolves packages of Go, which are folders: a name leads to the file that declares it, and a package without names to its first file. */
export function createGoResolver({ paths, manifests, goNames }: ModuleSources): ModuleResolver {
  const modules = [...manifests].flatMap(([path, text]) => (nameOf(path) === 'go.mod' ? readModules(path, text) : []));
  modules.sort((one, other) => other.name.length - one.name.length);
  const required = new Set(
    [...manifests].flatMap(([path, text]) => (nameOf(path) === 'go.mod' ? readRequired(text) : [])),
  );
  const sources = [...paths].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
  const folders = groupPaths(sources, folderOf);
  const declaring = new Map<string, string>();
  for (const path of sources) {
    for (const name of goNames.get(path) ?? []) {
      const key = `${folderOf(path)}\0${name}`;
      if (!declaring.has(key)) declaring.set(key, path);
    }
  }

  function folderFor(file: string, module: string): string | undefined {
    // Of modules with one name, the one that contains the file.
    const all = modules.filter(({ name }) => module === name || module.startsWith(`${name}/`));
    const own = all.find(({ folder }) => isBelow(folder, file)) ?? all[0];
    return own && joinPath(own.folder, module.slice(own.name.length));
  }

  return (file, { module }): readonly ModuleTarget[] => {
    const whole = folderFor(file, module);
    const files = whole === undefined ? undefined : folders.get(whole);
    if (files?.[0] !== undefined) return [{ ...toFile(module, files[0]), isRepresentative: true }];
    const [, name, used] = /^(.+)\.(\p{Lu}[\p{L}\p{N}_]*)$/u.exec(module) ?? [];
    if (name !== undefined) {
      const folder = folderFor(file, name);
      const path = folder === undefined ? undefined : declaring.get(`${folder}\0${used}`);
      return path === undefined ? [] : [toFile(name, path)];
    }
    return [toPackage(module, whole === undefined ? toExternal(module, required) : null)];
  };
}

function readModules(path: string, text: string): GoModule[] {
  const folder = folderOf(path);
  const name = /^module[ \t]+"?([^\s"]{1,500})/mu.exec(text)?.[1];
  // Modules of this repository that stand in place of others.
  const replaced = text.split('\n').flatMap((line): GoModule[] => {
    const [, from, to] =
      /^[ \t]*(?:replace[ \t]+)?([^\s]{1,500})(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S{0,500})/u.exec(line) ?? [];
    const target = to === undefined ? undefined : joinPath(folder, to);
    return from === undefined || target === undefined ? [] : [{ name: from, folder: target }];
  });
  return name === undefined ? replaced : [{ name, folder }, ...replaced];
}

function readRequired(text: string): string[] {
  return text.split('\n').flatMap((line) => /^[ \t]*(?:require[ \t]+)?([^\s(]{1,500})[ \t]+v\d/u.exec(line)?.[1] ?? []);
}

/** The module of a package; a package of the standard library is named as it is. */
function toExternal(module: string, required: ReadonlySet<string>): string {
  const names = module.split('/');
  for (let length = names.length; length > 0; length -= 1) {
    const name = names.slice(0, length).join('/');
    if (required.has(name)) return name;
  }
  return names[0]?.includes('.') ? names.slice(0, 3).join('/') : module;
}
