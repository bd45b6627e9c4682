import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { fieldsOf, textOf } from '../loose.ts';
import type { LockReader } from './lock.ts';

/** Reads `pnpm-lock.yaml`: the part with the projects, which is a small one. */
export const readPnpmLock: LockReader = (text) => {
  const from = /^(?:importers|dependencies|devDependencies):/mu.exec(text)?.index ?? text.length;
  const rest = text.slice(from);
  const to = /^(?:packages|snapshots):/mu.exec(rest)?.index ?? rest.length;
  const [document] = parseYamlDocuments(rest.slice(0, to));
  const content = fieldsOf(document?.toJS() as unknown);
  const importers = fieldsOf(content['importers']);
  return {
    versionOf({ name }, { folder }) {
      const key = folder === '' ? '.' : folder;
      const project = Object.hasOwn(importers, key) ? fieldsOf(importers[key]) : folder === '' ? content : {};
      for (const section of ['dependencies', 'devDependencies', 'optionalDependencies']) {
        const entry = fieldsOf(project[section])[name];
        const version = textOf(entry) ?? textOf(fieldsOf(entry)['version']);
        // An alias has the name of its package before the version.
        if (version !== undefined)
          return version.replace(/\(.*$/su, '').replace(/^\/?(?:@[^/]*\/)?[^@/:]*@(?=\d)/u, '');
      }
      return undefined;
    },
  };
};
