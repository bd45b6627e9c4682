import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readRepositoryFile, repository } from './repository.ts';

/** Maximum number of files on one path from its start to SQL. */
const maxFiles = 18;

const page = await readRepositoryFile('docs/architecture.md');
const paths = page
  .slice(page.indexOf('## Paths through the code'), page.indexOf('## Storage'))
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    name: section.slice(0, section.indexOf('\n')),
    files: [...section.matchAll(/^\d+\. `([^`]+)`: /gm)].map(([, file = '']) => file),
  }));

it('the architecture page describes five paths', () => {
  expect(paths.map(({ name }) => name)).toEqual([
    'A chat message',
    'A tool call',
    'An acceptance',
    'A remediation',
    'A code map',
  ]);
});

it.for(paths)('$name passes at most the allowed number of files, which all exist', async ({ files }) => {
  expect(files.length).toBeGreaterThan(2);
  expect(files.length).toBeLessThanOrEqual(maxFiles);
  await Promise.all(files.map((file) => access(`${repository}${file}`)));
});
