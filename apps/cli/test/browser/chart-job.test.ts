import { expect, it } from 'vitest';
import { acceptAll, doTheChartJob } from './chart-job.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { screenshots } from './screenshots.ts';

it('a user has the agent change a chart, reviews the changes and accepts them', async () => {
  await using opened = await openShipmate();
  const { page, shipmate, signInUrl, searches, problems } = opened;
  await doTheChartJob(page, signInUrl);
  await expectAccessible(page);
  expect(searches).toContain('redis');
  await screenshots(page, 'workspace');
  await acceptAll(page);
  const said = await page.getByRole('log').innerText();
  await screenshots(page, 'accepted');

  await page.getByText('Revision 1').first().waitFor();
  await expect.poll(() => page.getByRole('log').innerText()).toBe(said);
  expect(problems).toEqual([]);

  shipmate.kill('SIGINT');
  expect(await shipmate.exited).toBe(0);
});
