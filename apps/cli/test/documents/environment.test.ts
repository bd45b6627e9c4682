import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { expect, it } from 'vitest';
import { listDocuments, readRepositoryFile, repository } from './repository.ts';

/** Variables that Kubernetes or the shell sets. */
const setByOthers = new Set(['HOME', 'PATH', 'KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT']);

it('the documents name every environment variable of the apps', async () => {
  const sources = ['packages/*/src/*.ts', 'apps/*/src/*.ts', ':!*.test.ts'];
  const { stdout } = await promisify(execFile)('git', ['grep', '-hE', '^ +[A-Z][A-Z0-9_]+: z[.]', '--', ...sources], {
    cwd: repository,
  });
  const declared = [...stdout.matchAll(/^ +([A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(declared).toContain('DATABASE_URL');
  const variables = new Set([...declared, ...Object.keys(modelEnvironmentSchema.shape)]).difference(setByOthers);
  const pages = await Promise.all((await listDocuments()).map((path) => readRepositoryFile(path)));
  const named = new Set(
    pages.flatMap((page) => [...page.matchAll(/`([A-Z][A-Z0-9_]+)(?:=\w+)?`/g)].map(([, name]) => name)),
  );
  expect([...variables.difference(named)]).toEqual([]);
});
