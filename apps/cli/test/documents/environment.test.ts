import { modelEnvironmentSchema } from '@shipmate/providers';
import { expect, it } from 'vitest';
import { readRepositoryFile } from './repository.ts';

it('the README names every environment variable of the apps', async () => {
  const page = await readRepositoryFile('README.md');
  const sources = await Promise.all(
    ['cli', 'web', 'worker', 'tools-api'].map((app) => readRepositoryFile(`apps/${app}/src/env.ts`)),
  );
  const declared = sources.flatMap((source) => [...source.matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name]) => name));
  const named = new Set([...page.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  expect(declared).toContain('DATABASE_URL');
  const missing = [...declared, ...Object.keys(modelEnvironmentSchema.shape)].filter((name) => !named.has(name ?? ''));
  expect(missing).toEqual([]);
});
