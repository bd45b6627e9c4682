import { XMLParser } from 'fast-xml-parser';
import { fieldsOf, textOf, textsOf } from '../loose.ts';
import { type ManifestReader, maxPomText, type Pom, type PomDependency, resolvePom } from '../manifest.ts';

/** Reads `pom.xml`. A version that a parent manages stays empty. */
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
  return {
    ecosystem: 'maven',
    ...(name !== undefined && { name }),
    dependencies: resolvePom([pom]),
    workspaces: textsOf([fieldsOf(project['modules'])['module']].flat()),
    links: { pom },
  };
};

function cut(text: string): string {
  return text.slice(0, maxPomText);
}

function toDependencies(holder: unknown): PomDependency[] {
  const list = [fieldsOf(fieldsOf(holder)['dependencies'])['dependency'] ?? []].flat();
  return list.map(fieldsOf).map((element) => {
    const read = (field: string): string => cut(textOf(element[field]) ?? '');
    const name = `${read('groupId')}:${read('artifactId')}`;
    return [name, `${read('type') || 'jar'}:${read('classifier')}`, read('version'), read('scope'), read('optional')];
  });
}
