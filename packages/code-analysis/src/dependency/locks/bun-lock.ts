import { parseJsonc } from '../../module/scripts/parse-jsonc.ts';
import { fieldsOf, textOf } from '../loose.ts';
import type { LockReader } from './lock.ts';

/** Reads `bun.lock`, where a package that only one project of the workspace has is below the name of that project. */
export const readBunLock: LockReader = (text) => {
  const lock = fieldsOf(parseJsonc(text));
  const [packages, workspaces] = [fieldsOf(lock['packages']), fieldsOf(lock['workspaces'])];
  const workspaceOf = (folder: string) => (Object.hasOwn(workspaces, folder) ? fieldsOf(workspaces[folder]) : {});
  const at = (key: string): string | undefined => {
    const entry: unknown = Object.hasOwn(packages, key) ? packages[key] : undefined;
    // The name of the package itself, which differs for an alias, is before the version.
    const version = textOf(Array.isArray(entry) ? entry[0] : undefined)?.replace(/^@?[^@]*@/u, '');
    const folder = /^workspace:(.*)$/u.exec(version ?? '')?.[1];
    return (folder === undefined ? undefined : textOf(workspaceOf(folder)['version'])) ?? version;
  };
  return {
    versionOf: ({ name }, { folder }) => at(`${textOf(workspaceOf(folder)['name']) ?? ''}/${name}`) ?? at(name),
  };
};
