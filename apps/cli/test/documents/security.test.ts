import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readRepositoryFile, repository } from './repository.ts';

it('docs/security.md names existing test files for each promise', async () => {
  const page = await readRepositoryFile('docs/security.md');
  const promises = page.split('\n').filter((line) => /^\| (?!promise |---)/.test(line) && !line.startsWith('|---'));
  expect(promises.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const promise of promises) {
    const files = [...promise.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    if (files.length === 0) wrong.push(`no test: ${promise}`);
    for (const file of files) {
      await access(`${repository}${file}`).catch(() => wrong.push(file));
    }
  }
  expect(wrong).toEqual([]);
});
