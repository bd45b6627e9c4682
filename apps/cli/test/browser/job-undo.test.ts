import type { ModelRequest } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { openJobWeb } from './open-job-web.ts';

const write = (content: string) => ({ name: 'writeFile', input: { filePath: 'notes.txt', content } });
const resultsIn = ({ messages }: ModelRequest) => messages.filter(({ role }) => role === 'tool').length;
const after = (results: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  when: (request) => resultsIn(request) === results,
});

it('a person undoes the second step of a job, and continues from there', async () => {
  const model = new ScriptedModel([
    after(0, { text: 'First the second line.', toolCalls: [write('one\ntwo\n')] }),
    after(1, { toolCalls: [write('something else\n')] }),
    after(2, { text: 'Wrote something else.' }),
    { toolCalls: [write('one\ntwo\nthree\n')] },
    { text: 'Wrote three lines.' },
  ]);
  const { web, page } = await openJobWeb(model, 'Write two lines');
  const { unitOfWork, principal } = web;
  const steps = page.getByText('Steps (3)');
  await steps.waitFor({ timeout: 120_000 });
  await steps.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo from step 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo from step 2' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo steps' }).click();
  await page.getByText('Undone from step 2 of').waitFor({ timeout: 120_000 });
  await page.getByText('Steps (1)').waitFor({ timeout: 120_000 });
  expect(await page.getByText('Wrote something else.').count()).toBe(0);
  await page.getByText('First the second line.').first().waitFor();
  await page.getByText('Steps (1)').click();
  await expectAccessible(page);
  await expectToFit(page, 'job-undo', 'as it is');
  const next = page.getByRole('textbox', { name: 'Continue with these files' });
  const box = page.getByRole('textbox', { name: 'Message' });
  expect(await describe(page, box)).toBe(
    'Ask about the job: the agent answers from this conversation, and reads and changes no files.',
  );
  expect(await describe(page, next)).toBe(
    'Starts a job that begins with these files and this conversation, and changes them on a branch of its own.',
  );
  expect(await page.locator('form button.bg-accent').allTextContents()).toEqual(['Continue job']);
  await next.fill('Write the third line');
  await page.reload();
  await next.waitFor();
  expect(await next.inputValue()).toBe('Write the third line');
  expect(await page.getByRole('button', { name: 'Edit message' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Continue job' }).click();
  await page.getByText('Wrote three lines.').first().waitFor({ timeout: 120_000 });
  const last = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect
    .poll(async () => (await unitOfWork.stores.repositoryJobs.get(principal, last)).result?.files[0]?.patch, {
      timeout: 120_000,
    })
    .toBe('@@ -1 +1,3 @@\n one\n+two\n+three\n');
  const asked = model.requests.at(-2)?.messages.filter(({ role }) => role === 'user');
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(model.requests.at(-2)?.messages)).not.toContain('something else');
  expect(web.problems).toEqual([]);
});

/** Returns the description of a field for assistive technology. */
async function describe(page: Page, field: Locator): Promise<string | null> {
  return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent();
}
