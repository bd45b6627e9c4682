import { fieldsOf, textOf } from '../loose.ts';
import type { LockReader } from './lock.ts';

/** Reads `package-lock.json` of npm 7 and later, and of npm 5 and 6. */
export const readNpmLock: LockReader = (text) => {
  const lock = fieldsOf(JSON.parse(text));
  const [packages, old] = [fieldsOf(lock['packages']), fieldsOf(lock['dependencies'])];
  const entryOf = (table: typeof packages, key: string) => (Object.hasOwn(table, key) ? fieldsOf(table[key]) : {});
  const at = (table: typeof packages, key: string): string | undefined => {
    const { version, link, resolved } = entryOf(table, key);
    // A package of the workspace has its version in its folder.
    return textOf(link === true ? entryOf(table, textOf(resolved) ?? '')['version'] : version);
  };
  return {
    versionOf({ name }, { folder }) {
      const own = folder === '' ? undefined : at(packages, `${folder}/node_modules/${name}`);
      return own ?? at(packages, `node_modules/${name}`) ?? at(old, name);
    },
  };
};
