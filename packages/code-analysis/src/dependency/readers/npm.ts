import { parseYaml } from '@shipmate/domain/yaml';
import { fieldsOf, textOf, textsOf } from '../loose.ts';
import type { DependencyKind, ManifestReader } from '../manifest.ts';

const sections: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['peerDependencies', 'peer'],
  ['optionalDependencies', 'optional'],
];

/** Reads `package.json`. */
export const readNpm: ManifestReader = (text) => {
  const manifest = fieldsOf(JSON.parse(text.replace(/^\uFEFF/u, '')));
  const { workspaces } = manifest;
  const name = textOf(manifest['name']);
  return {
    ecosystem: 'npm',
    ...(name !== undefined && { name }),
    dependencies: sections.flatMap(([field, kind]) =>
      Object.entries(fieldsOf(manifest[field])).map(([dependency, declared]) => ({
        name: dependency,
        declared: textOf(declared) ?? '',
        kind,
      })),
    ),
    workspaces: Array.isArray(workspaces) ? textsOf(workspaces) : textsOf(fieldsOf(workspaces)['packages']),
  };
};

/** Reads `pnpm-workspace.yaml`: the packages of the workspace, and its catalogs. */
export const readPnpmWorkspace: ManifestReader = (text) => {
  const { packages, catalog, catalogs } = fieldsOf(parseYaml(text, { field: 'pnpm-workspace.yaml' }));
  const entries = [catalog, ...Object.values(fieldsOf(catalogs))].flatMap((each) => Object.entries(fieldsOf(each)));
  return {
    ecosystem: 'npm',
    dependencies: entries.map(([name, declared]) => ({ name, declared: textOf(declared) ?? '', kind: 'runtime' })),
    workspaces: textsOf(packages),
  };
};
