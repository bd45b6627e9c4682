import { expect, it } from 'vitest';
import { createDataDirectory, readAddresses, shipmate } from '../shipmate.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openProfile } from './open-profile.ts';
import { sharedBrowser } from './shared-browser.ts';

it('the API reference is accessible in both themes, unfolds with the keyboard, and loads nothing else', async () => {
  await using data = await createDataDirectory();
  await using up = shipmate(['up', '--data-dir', data.path]);
  const { webUrl } = await readAddresses(up);
  await using profile = await openProfile(await sharedBrowser(), webUrl);
  const page = await profile.openTab();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/docs/api');

  const listRuns = page.locator('summary', { hasText: 'List runs' });
  await listRuns.press('Enter');
  const link = page.locator('#listRuns a', { hasText: 'RunListResponse' });
  await link.press('Enter');
  await page.locator('#schema-RunListResponse').waitFor({ state: 'visible' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect(requested.filter((path) => path !== '/favicon.ico')).toEqual(['/docs/api']);
  expect(profile.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
});
