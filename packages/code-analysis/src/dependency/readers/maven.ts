import { XMLParser } from 'fast-xml-parser';
import { type DeclaredDependency, fieldsOf, type Loose, type ManifestReader, textOf } from '../manifest.ts';

/** Reads `pom.xml`. Properties of the file itself are filled in; a version that a parent manages stays empty. */
export const readMaven: ManifestReader = (text) => {
  const parser = new XMLParser({ processEntities: false, parseTagValue: false, ignoreAttributes: true });
  const project = fieldsOf(fieldsOf(parser.parse(text))['project']);
  const properties = fieldsOf(project['properties']);
  const managed = new Map(
    listOf(fieldsOf(fieldsOf(project['dependencyManagement'])['dependencies'])['dependency'])
      .map((each) => toDependency(each, properties))
      .map(({ name, declared }) => [name, declared]),
  );
  const name = textOf(project['artifactId']);
  return {
    ecosystem: 'maven',
    ...(name !== undefined && { name }),
    dependencies: listOf(fieldsOf(project['dependencies'])['dependency'])
      .map((each) => toDependency(each, properties))
      .map((each) => ({ ...each, declared: each.declared || (managed.get(each.name) ?? '') })),
    workspaces: namesOf(fieldsOf(project['modules'])['module']),
  };
};

function toDependency(element: Loose, properties: Loose): DeclaredDependency {
  const fill = (field: string): string =>
    (textOf(element[field]) ?? '').replaceAll(
      /\$\{([^}]{1,200})\}/gu,
      (whole, key: string) => textOf(properties[key]) ?? whole,
    );
  const kind = fill('scope') === 'test' ? 'dev' : fill('optional') === 'true' ? 'optional' : 'runtime';
  return { name: `${fill('groupId')}:${fill('artifactId')}`, declared: fill('version'), kind };
}

/** One element is an object, several are a list. */
function listOf(value: unknown): Loose[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(fieldsOf);
}

function namesOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each): each is string => typeof each === 'string');
}
