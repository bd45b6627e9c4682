import { parse } from 'smol-toml';
import { fieldsOf, textOf, textsOf } from '../loose.ts';
import type { DeclaredDependency, DependencyKind, ManifestReader } from '../manifest.ts';
import { toRequirement } from './requirements.ts';

/** Reads `pyproject.toml`: the project table, dependency groups, and Poetry's tables. */
export const readPyproject: ManifestReader = (text) => {
  const manifest = fieldsOf(parse(text));
  const project = fieldsOf(manifest['project']);
  const poetry = fieldsOf(fieldsOf(manifest['tool'])['poetry']);
  const name = textOf(project['name']) ?? textOf(poetry['name']);
  const groups = Object.values(fieldsOf(poetry['group'])).map((group) => fieldsOf(group)['dependencies']);
  return {
    ecosystem: 'python',
    ...(name !== undefined && { name }),
    dependencies: [
      ...toRequirements(project['dependencies'], 'runtime'),
      ...Object.values(fieldsOf(project['optional-dependencies'])).flatMap((list) => toRequirements(list, 'optional')),
      ...Object.values(fieldsOf(manifest['dependency-groups'])).flatMap((list) => toRequirements(list, 'dev')),
      ...toPoetry(poetry['dependencies'], 'runtime'),
      ...[poetry['dev-dependencies'], ...groups].flatMap((table) => toPoetry(table, 'dev')),
    ],
    workspaces: textsOf(fieldsOf(fieldsOf(fieldsOf(manifest['tool'])['uv'])['workspace'])['members']),
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
    Object.entries(fieldsOf(table)).map(([name, value]): DeclaredDependency => {
      const { version, git, ref, path, file } = fieldsOf(value);
      const source = [textOf(git), textOf(ref)].filter((each) => each !== undefined).join('@');
      const declared = [value, version, source || undefined, path, file].map(textOf).find((each) => each !== undefined);
      return { name, declared: declared ?? '', kind: pipfileKinds.get(category) ?? 'optional' };
    }),
  );
  return { ecosystem: 'python', dependencies, workspaces: [] };
};

function toRequirements(list: unknown, kind: DependencyKind): DeclaredDependency[] {
  return textsOf(list).flatMap((line) => toRequirement(line, kind));
}

function toPoetry(table: unknown, kind: DependencyKind): DeclaredDependency[] {
  return Object.entries(fieldsOf(table))
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => ({ name, declared: textOf(value) ?? textOf(fieldsOf(value)['version']) ?? '', kind }));
}
