import { attemptFields, fieldsOf, textOf } from '../../dependency/loose.ts';
import { folderOf, joinPath, nameOf } from '../module-path.ts';
import {
  type ModuleResolver,
  type ModuleSources,
  type ModuleTarget,
  toFile,
  toIncluded,
  toPackage,
} from '../module-target.ts';

/** Resolves classes of PHP by the prefixes of `composer.json` (PSR-4), and included files. */
export function createPhpResolver({ paths, manifests }: ModuleSources): ModuleResolver {
  const prefixes = [...manifests].flatMap(([path, text]) =>
    nameOf(path) === 'composer.json' ? readPrefixes(path, text) : [],
  );
  prefixes.sort((one, other) => other.prefix.length - one.prefix.length);
  return (file, { module }): readonly ModuleTarget[] => {
    if (/\.(?:php|inc)$/u.test(module)) return [toIncluded(file, module, paths)];
    const name = module.replace(/^\\/u, '');
    const known = prefixes.filter(({ prefix }) => name.startsWith(prefix));
    for (const { prefix, folder } of known) {
      const path = joinPath(folder, `${name.slice(prefix.length).replaceAll('\\', '/')}.php`);
      if (path !== undefined && paths.has(path)) return [toFile(module, path)];
    }
    return [toPackage(module, known.length > 0 ? null : (name.split('\\', 1)[0] ?? null))];
  };
}

interface Prefix {
  readonly prefix: string;
  readonly folder: string;
}

function readPrefixes(path: string, text: string): Prefix[] {
  const manifest = attemptFields(() => JSON.parse(text));
  return ['autoload', 'autoload-dev'].flatMap((section) =>
    Object.entries(fieldsOf(fieldsOf(manifest[section])['psr-4'])).flatMap(([prefix, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((each: unknown): Prefix[] => {
        const folder = joinPath(folderOf(path), textOf(each) ?? '..');
        return folder === undefined ? [] : [{ prefix, folder }];
      }),
    ),
  );
}
