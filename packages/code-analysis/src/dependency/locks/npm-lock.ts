import { fieldsOf, textOf } from '../manifest.ts';
import type { LockReader } from './lock.ts';

/** Reads `package-lock.json` of npm 7 and later, and of npm 5 and 6. */
export const readNpmLock: LockReader = (text) => {
  const lock = fieldsOf(JSON.parse(text));
  const [packages, old] = [fieldsOf(lock['packages']), fieldsOf(lock['dependencies'])];
  const at = (table: typeof packages, key: string): string | undefined =>
    Object.hasOwn(table, key) ? textOf(fieldsOf(table[key])['version']) : undefined;
  return {
    versionOf({ name }, folder) {
      const own = folder === '' ? undefined : at(packages, `${folder}/node_modules/${name}`);
      return own ?? at(packages, `node_modules/${name}`) ?? at(old, name);
    },
  };
};
