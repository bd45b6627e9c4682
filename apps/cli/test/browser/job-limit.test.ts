import { ScriptedModel } from '@shipmate/core/testing';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openJobWeb } from './open-job-web.ts';

it('the page of a job says which limit ended it', async () => {
  const call = { toolCalls: [{ id: 'c', name: 'gitStatus', input: {} }] };
  const model = new ScriptedModel([...Array.from({ length: 5 }, () => call), { text: 'That is all.' }]);
  const { web, page } = await openJobWeb(model, 'Write two lines');
  await page.getByRole('region', { name: 'Result' }).getByText('Completed').waitFor({ timeout: 120_000 });
  const limit = page.getByText('The work is incomplete: the model kept making the same call.');
  await limit.waitFor();
  await page.reload();
  await limit.waitFor();
  await expectAccessible(page);
  expect(web.problems).toEqual([]);
});
