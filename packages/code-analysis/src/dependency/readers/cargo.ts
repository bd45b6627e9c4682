import { parse } from 'smol-toml';
import { fieldsOf, textOf, textsOf } from '../loose.ts';
import type { DeclaredDependency, DependencyKind, ManifestReader } from '../manifest.ts';

const sections: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'dev'],
  ['build-dependencies', 'build'],
];

/** Reads `Cargo.toml`, with the dependencies of its targets. */
export const readCargo: ManifestReader = (text) => {
  const manifest = fieldsOf(parse(text));
  const workspace = fieldsOf(manifest['workspace']);
  const name = textOf(fieldsOf(manifest['package'])['name']);
  const tables = [manifest, ...Object.values(fieldsOf(manifest['target'])).map(fieldsOf)];
  return {
    ecosystem: 'cargo',
    ...(name !== undefined && { name }),
    dependencies: [
      ...tables.flatMap((table) => sections.flatMap(([field, kind]) => toDependencies(table[field], kind))),
      ...(name === undefined ? toDependencies(workspace['dependencies'], 'runtime') : []),
    ],
    workspaces: textsOf(workspace['members']),
  };
};

function toDependencies(table: unknown, kind: DependencyKind): DeclaredDependency[] {
  return Object.entries(fieldsOf(table)).map(([alias, value]) => {
    const fields = fieldsOf(value);
    const declared = textOf(value) ?? textOf(fields['version']) ?? (fields['workspace'] === true ? 'workspace' : '');
    const isOptional = kind === 'runtime' && fields['optional'] === true;
    return { name: textOf(fields['package']) ?? alias, declared, kind: isOptional ? 'optional' : kind };
  });
}
