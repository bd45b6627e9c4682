import { parse } from 'smol-toml';
import { fieldsOf, type Loose, textOf, textsOf } from '../loose.ts';
import type { DeclaredDependency, ManifestReader } from '../manifest.ts';

type Dependencies = readonly DeclaredDependency[];

/** Reads the libraries and plugins of a version catalog of Gradle, such as `gradle/libs.versions.toml`. */
export const readCatalog: ManifestReader = (text, path) => {
  const entries = [...readCatalogEntries(text, path)].filter(([name]) => !/^\w*\.bundles\./u.test(name));
  const dependencies = entries.flatMap(([, found]) => found);
  return { ecosystem: 'gradle', dependencies, workspaces: [], leftOut: entries.length - dependencies.length };
};

/**
 * Reads the entries of a version catalog by the names that build files use, such as `libs.plugins.kotlin.jvm`: libraries and plugins,
 * empty without a name, and bundles. It throws any error for a text that is not TOML.
 */
export function readCatalogEntries(text: string, path: string): ReadonlyMap<string, Dependencies> {
  const { versions, libraries, plugins, bundles } = fieldsOf(parse(text));
  const root = /([^/.]*)\.versions\.toml$/u.exec(path)?.[1] ?? '';
  const keyOf = (...names: readonly string[]): string => [root, ...names].join('.').replaceAll(/[-_]/gu, '.');
  const entries = new Map<string, Dependencies>();
  for (const [alias, value] of Object.entries(fieldsOf(libraries))) {
    entries.set(keyOf(alias), toEntry(value, 'runtime', fieldsOf(versions)));
  }
  for (const [alias, value] of Object.entries(fieldsOf(plugins))) {
    entries.set(keyOf('plugins', alias), toEntry(value, 'build', fieldsOf(versions)));
  }
  // A bundle names no other one.
  const groups = Object.entries(fieldsOf(bundles)).map(
    ([alias, names]) =>
      [keyOf('bundles', alias), textsOf(names).flatMap((name) => entries.get(keyOf(name)) ?? [])] as const,
  );
  return new Map([...entries, ...groups]);
}

/** Reads `"group:name:version"` and `"id:version"`, or a table with `module`, with `group` and `name`, or with `id`. */
function toEntry(value: unknown, kind: 'runtime' | 'build', versions: Loose): Dependencies {
  const short = kind === 'build' ? /^([^:]+)(?::(.+))?$/u : /^([^:]+:[^:]+)(?::(.+))?$/u;
  const [, text, shortVersion] = short.exec(textOf(value) ?? '') ?? [];
  const { id, module, group, name, version } = fieldsOf(value);
  const pair = [group, name].flatMap((each) => textOf(each) ?? []);
  const found = text ?? textOf(id) ?? textOf(module) ?? (pair.length === 2 ? pair.join(':') : undefined);
  const reference = textOf(fieldsOf(version)['ref']);
  const written = shortVersion ?? (reference === undefined ? version : versions[reference]);
  const { strictly, require, prefer } = fieldsOf(written);
  const declared = [written, strictly, require, prefer].flatMap((each) => textOf(each) ?? [])[0] ?? '';
  return found === undefined ? [] : [{ name: found, declared, kind }];
}
