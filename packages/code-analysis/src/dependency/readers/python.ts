import { parse } from 'smol-toml';
import { fieldsOf, type Loose, textOf, textsOf } from '../loose.ts';
import type { DeclaredDependency, DependencyKind, ManifestReader } from '../manifest.ts';
import { toRequirement } from './requirements.ts';

/** Reads `pyproject.toml`: the project table, dependency groups, and the tables of Poetry, uv and PDM. */
export const readPyproject: ManifestReader = (text) => {
  const manifest = fieldsOf(parse(text));
  const project = fieldsOf(manifest['project']);
  const tool = fieldsOf(manifest['tool']);
  const [poetry, uv, pdm] = [tool['poetry'], tool['uv'], tool['pdm']].map(fieldsOf) as [Loose, Loose, Loose];
  const name = textOf(project['name']) ?? textOf(poetry['name']);
  const groups = Object.values(fieldsOf(poetry['group'])).map((group) => fieldsOf(group)['dependencies']);
  return {
    ecosystem: 'python',
    ...(name !== undefined && { name }),
    dependencies: [
      ...toRequirements(project['dependencies'], 'runtime'),
      ...Object.values(fieldsOf(project['optional-dependencies'])).flatMap((list) => toRequirements(list, 'optional')),
      ...[
        ...Object.values(fieldsOf(manifest['dependency-groups'])),
        uv['dev-dependencies'],
        ...Object.values(fieldsOf(pdm['dev-dependencies'])),
      ].flatMap((list) => toRequirements(list, 'dev')),
      ...toPoetry(poetry['dependencies'], 'runtime'),
      ...[poetry['dev-dependencies'], ...groups].flatMap((table) => toPoetry(table, 'dev')),
    ],
    workspaces: textsOf(fieldsOf(uv['workspace'])['members']),
  };
};

const pipfileKinds: ReadonlyMap<string, DependencyKind> = new Map([
  ['packages', 'runtime'],
  ['dev-packages', 'dev'],
]);
const pipfileSettings: ReadonlySet<string> = new Set(['source', 'requires', 'pipenv', 'scripts']);

/** Reads `Pipfile`; categories besides `packages` and `dev-packages` are optional. */
export const readPipfile: ManifestReader = (text) => {
  const categories = Object.entries(fieldsOf(parse(text))).filter(([category]) => !pipfileSettings.has(category));
  const dependencies = categories.flatMap(([category, table]) =>
    Object.entries(fieldsOf(table)).map(
      ([name, value]): DeclaredDependency => ({
        name,
        declared: toDeclared(value),
        kind: pipfileKinds.get(category) ?? 'optional',
      }),
    ),
  );
  return { ecosystem: 'python', dependencies, workspaces: [] };
};

function toRequirements(list: unknown, kind: DependencyKind): DeclaredDependency[] {
  return textsOf(list).flatMap((line) => toRequirement(line, kind));
}

function toPoetry(table: unknown, kind: DependencyKind): DeclaredDependency[] {
  return Object.entries(fieldsOf(table))
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => ({ name, declared: toDeclared(value), kind }));
}

/** Returns the range or the source of a dependency; of a list, which has one for each environment, all of them. */
function toDeclared(value: unknown): string {
  if (Array.isArray(value)) return value.map(toDeclared).join(' || ');
  const { version, git, ref, tag, branch, rev, path, file, url } = fieldsOf(value);
  const source = [git, ref ?? tag ?? branch ?? rev].flatMap((each) => textOf(each) ?? []).join('@') || undefined;
  return [value, version, source, path, file, url].flatMap((each) => textOf(each) ?? [])[0] ?? '';
}
