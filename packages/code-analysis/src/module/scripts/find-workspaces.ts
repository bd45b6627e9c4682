import { attemptFields, fieldsOf, textOf, textsOf } from '../../dependency/loose.ts';
import { folderOf, isBelow, joinPath, nameOf } from '../module-path.ts';
import { matchesPath } from '../../path/match-path.ts';

/** A package that others of the repository import by its name, from a folder and below. */
export interface LinkedPackage {
  readonly name: string;
  readonly folder: string;
  /** The folder whose `node_modules` has the package. */
  readonly from: string;
}

const maxPatterns = 200;

/** Finds the packages of workspaces of pnpm, npm and yarn, and those that a manifest refers to by their folder. */
export function findWorkspaces(manifests: ReadonlyMap<string, string>): readonly LinkedPackage[] {
  const packages = [...manifests].flatMap(([path, text]) => {
    if (nameOf(path) !== 'package.json') return [];
    const fields = attemptFields(() => JSON.parse(text.replace(/^\uFEFF/u, '')));
    const name = textOf(fields['name']);
    return [{ folder: folderOf(path), name: isPackageName(name) ? name : undefined, fields }];
  });
  const byFolder = new Map(packages.map((each) => [each.folder, each]));
  const roots = packages.flatMap(({ folder, fields }) => {
    const pnpm = manifests.get(folder === '' ? 'pnpm-workspace.yaml' : `${folder}/pnpm-workspace.yaml`);
    const { workspaces } = fields;
    const listed = Array.isArray(workspaces) ? textsOf(workspaces) : textsOf(fieldsOf(workspaces)['packages']);
    const patterns = pnpm === undefined ? listed : readPnpmPackages(pnpm);
    return patterns.length === 0 ? [] : [{ folder, patterns: patterns.slice(0, maxPatterns) }];
  });
  const members = roots.flatMap(({ folder: root, patterns }) =>
    packages.flatMap(({ folder, name }): LinkedPackage[] => {
      const path =
        folder === root ? '.' : isBelow(root, folder) ? folder.slice(root === '' ? 0 : root.length + 1) : undefined;
      const isMember = path !== undefined && (path === '.' || isListed(path, patterns));
      return name !== undefined && isMember ? [{ name, folder, from: root }] : [];
    }),
  );
  const referenced = packages.flatMap(({ folder: from, fields }) =>
    ['dependencies', 'devDependencies'].flatMap((section) =>
      Object.entries(fieldsOf(fields[section])).flatMap(([name, range]): LinkedPackage[] => {
        const target = /^(?:file|link|portal):(.{1,500})$/u.exec(textOf(range) ?? '')?.[1];
        const folder = target === undefined ? undefined : joinPath(from, target);
        return folder !== undefined && isPackageName(name) && byFolder.has(folder) ? [{ name, folder, from }] : [];
      }),
    ),
  );
  const distinct = new Map([...members, ...referenced].map((each) => [`${each.from}\0${each.name}`, each]));
  return [...distinct.values()];
}

/** Returns true for a name that is one folder, or one in a scope, of `node_modules`. */
export function isPackageName(name: string | undefined): name is string {
  return (
    name !== undefined && /^(?:@[\w~-][\w.~-]{0,100}\/)?[\w~-][\w.~-]{0,200}$/u.test(name) && name !== 'node_modules'
  );
}

/** The list `packages` of `pnpm-workspace.yaml`, which has one entry a line or is written in brackets. */
function readPnpmPackages(text: string): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^packages[ \t]*:/u.test(line));
  if (from < 0) return [];
  const inline = /^packages[ \t]*:[ \t]*\[([^\]]*)\]/u.exec(lines[from] ?? '')?.[1];
  if (inline !== undefined) return inline.split(',').map((entry) => entry.trim().replace(/^["']|["']$/gu, ''));
  const found: string[] = [];
  for (const line of lines.slice(from + 1)) {
    const [, entry] = /^[ \t]*-[ \t]+["']?([^"'#\s]{1,300})/u.exec(line) ?? [];
    if (entry !== undefined) found.push(entry);
    else if (/^[^\s#-]/u.test(line)) break;
  }
  return found;
}

function isListed(path: string, patterns: readonly string[]): boolean {
  let isMember = false;
  for (const pattern of patterns) {
    const isExcluded = pattern.startsWith('!');
    const glob = pattern
      .slice(isExcluded ? 1 : 0)
      .replace(/^\.\//u, '')
      .replace(/\/+$/u, '');
    if (matchesPath(glob, path)) isMember = !isExcluded;
  }
  return isMember;
}
