import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readRepositoryFile, repository } from './documents/repository.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the workspace packages that a package of the repository may import. */
async function readImportable(folder: string): Promise<readonly string[]> {
  const { dependencies, devDependencies } = JSON.parse(await readRepositoryFile(`${folder}/package.json`)) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@shipmate/'));
}

it.each(['core', 'domain', 'protocol', 'tools', 'db', 'agents'])(
  '%s cannot import the HTTP kit, which apps use',
  async (name) => {
    expect(await readImportable(`packages/${name}`)).not.toContain('@shipmate/server');
  },
);

it('no source file of tools imports the unit of work, the stores, credentials or secrets', async () => {
  const broad = /import[^;]*\b(?:UnitOfWork|Stores|CredentialStore|SecretStore)\b[^;]*from/;
  const importing: string[] = [];
  for await (const path of glob('packages/tools/src/**/*.ts', { cwd: repository })) {
    if (broad.test(await readFile(new URL(path, `file://${repository}`), 'utf8'))) importing.push(path);
  }
  expect(importing).toEqual([]);
});
