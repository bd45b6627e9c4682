import { AppError } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { openJobWeb } from './open-job-web.ts';

it('the page of a failed job shows its error once, and the page of an unknown job says so', async () => {
  const message = 'The account has no credit left. Add credit, then start a new job.';
  const error = new AppError({ code: 'VALIDATION_ERROR', message, recoverable: false });
  const { web, page } = await openJobWeb(new ScriptedModel([{ error }]), 'Write two lines');
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('Failed', { exact: true }).waitFor({ timeout: 120_000 });
  const shown = page.getByText(message, { exact: false });
  await shown.first().waitFor();
  await expect.poll(() => shown.count()).toBe(1);
  await page.reload();
  await result.getByText('Failed', { exact: true }).waitFor();
  await shown.first().waitFor();
  expect(await shown.count()).toBe(1);
  await expectAccessible(page);
  await expectToFit(page, 'job-failed', 'as it is');
  expect(web.problems).toEqual([]);

  await page.goto(new URL(`/repositories/jobs/${newId()}`, web.url).href);
  await page.getByRole('heading', { name: 'Job not found' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the repositories' }).click();
  await page.getByRole('link', { name: 'notes' }).waitFor();
});
