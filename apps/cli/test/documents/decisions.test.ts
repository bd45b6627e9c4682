import { expect, it } from 'vitest';
import { listDocuments, readRepositoryFile } from './repository.ts';

const paths = (await listDocuments()).filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
const decisions = await Promise.all(
  paths.map(async (path) => ({ path, number: Number(path.slice(15, 19)), text: await readRepositoryFile(path) })),
);

it.for(decisions)('$path has a numbered title, a context, a decision and consequences', ({ number, text }) => {
  const [title = ''] = text.split('\n');
  expect(title).toMatch(new RegExp(`^# ${number}\\. [A-Z][^.]+$`));
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Context',
    'Decision',
    'Consequences',
  ]);
});

it('each decision has a number of its own', () => {
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
});

it('the index of decisions lists each with its title', async () => {
  const index = await readRepositoryFile('docs/decisions/README.md');
  const lines = decisions.map(({ path, number, text }) => {
    const title = text.slice(text.indexOf('. ') + 2, text.indexOf('\n'));
    return `${number}. [${title}](${path.slice('docs/decisions/'.length)})`;
  });
  expect(index).toContain(lines.join('\n'));
});
