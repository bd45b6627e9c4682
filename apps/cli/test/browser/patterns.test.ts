import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';

const policy = `---
kind: policy
title: Databases
tags: [postgresql]
source: https://wiki.example.com/databases
---
One cluster a team.

## Backups

Backups are kept for thirty days.
`;

it('the patterns page adds, searches, edits and deletes documents', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  await page.getByRole('link', { name: 'Patterns' }).click();
  await page.getByText('No documents yet.').waitFor();

  await page.getByRole('button', { name: 'New document' }).click();
  const form = page.getByRole('dialog', { name: 'New document' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('title: is missing').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'pattern-form', 'as it is');
  await form
    .getByLabel('Markdown file')
    .setInputFiles({ name: 'databases.md', mimeType: 'text/markdown', buffer: Buffer.from(policy) });
  await form.getByRole('button', { name: 'Save' }).click();

  const row = page.getByRole('listitem', { name: 'Databases' });
  await row.getByText('policy').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'patterns', 'as it is');
  const search = page.getByRole('searchbox', { name: 'Search as an agent' });
  await search.fill('how long are backups kept');
  await page.getByRole('list', { name: 'Found passages' }).getByText('Databases › Backups').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'patterns-found', 'as it is');
  await search.fill('');

  await row.getByRole('button', { name: 'Edit Databases' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit document' });
  const text = editing.getByRole('textbox', { name: 'Document' });
  expect(await text.inputValue()).toContain('tags: ["postgresql"]');
  await text.fill((await text.inputValue()).replace('kind: policy', 'kind: pattern'));
  await editing.getByRole('button', { name: 'Save' }).click();
  await row.getByText('pattern').waitFor();

  await row.getByRole('button', { name: 'Delete Databases' }).click();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await page.getByText('No documents yet.').waitFor();
  // The browser logs each refused request as an error.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});
