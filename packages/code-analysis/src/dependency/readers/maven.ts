import { XMLParser } from 'fast-xml-parser';
import { fieldsOf, textOf, textsOf } from '../loose.ts';
import type { ManifestReader, Pom, PomDependency } from '../manifest.ts';

/** Reads `pom.xml`. Properties of the file itself are filled in; a version that a parent manages stays empty. */
export const readMaven: ManifestReader = (text) => {
  const parser = new XMLParser({ processEntities: false, parseTagValue: false, ignoreAttributes: true });
  const project = fieldsOf(fieldsOf(parser.parse(text))['project']);
  const parent = fieldsOf(project['parent']);
  const name = textOf(project['artifactId']);
  const own = ['groupId', 'artifactId', 'version'].flatMap((field): [string, unknown][] => [
    [field, project[field] ?? parent[field]],
    [`parent.${field}`, parent[field]],
  ]);
  own.push(['parent.relativePath', parent['relativePath']]);
  // Fields with a prefix are before properties.
  const prefixed = own.map(([field, value]) => [`project.${field}`, value] as const);
  const values = [...own, ...Object.entries(fieldsOf(project['properties'])), ...prefixed];
  const texts = values.flatMap(([key, value]) => (typeof value === 'string' ? [[key, cut(value)]] : []));
  const pom: Pom = {
    values: Object.fromEntries(texts),
    // An imported list of versions manages others, not itself.
    managed: toDependencies(project['dependencyManagement']).filter(([, , , scope]) => scope !== 'import'),
    dependencies: toDependencies(project),
  };
  const fill = (text: string): string =>
    text.replaceAll(/\$\{([^}]{1,200})\}/gu, (whole, key: string) => textOf(pom.values[key]) ?? whole);
  const managed = new Map(pom.managed.map(([dependency, , version]) => [fill(dependency), version]));
  return {
    ecosystem: 'maven',
    ...(name !== undefined && { name }),
    dependencies: pom.dependencies.map(([dependency, , version, scope, optional]) => ({
      name: fill(dependency),
      declared: fill(version || (managed.get(fill(dependency)) ?? '')),
      kind: scope === 'test' ? 'dev' : optional === 'true' ? 'optional' : 'runtime',
    })),
    workspaces: textsOf([fieldsOf(project['modules'])['module']].flat()),
    links: { pom },
  };
};

function cut(text: string): string {
  return text.slice(0, 500);
}

function toDependencies(holder: unknown): PomDependency[] {
  const list = [fieldsOf(fieldsOf(holder)['dependencies'])['dependency'] ?? []].flat();
  return list.map(fieldsOf).map((element) => {
    const read = (field: string): string => cut(textOf(element[field]) ?? '');
    const name = `${read('groupId')}:${read('artifactId')}`;
    return [name, `${read('type') || 'jar'}:${read('classifier')}`, read('version'), read('scope'), read('optional')];
  });
}
