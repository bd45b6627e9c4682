import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openProfile } from './open-profile.ts';
import { sharedBrowser } from './shared-browser.ts';

it('expectAccessible names the elements that a person cannot use, also on the next page of a tab', async () => {
  await using profile = await openProfile(await sharedBrowser());
  const page = await profile.openTab();
  const open = (body: string) =>
    page.goto(`data:text/html,<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>${body}</main>`);
  await open('<button>Save</button>');
  await expectAccessible(page);
  for (const body of ['<button id="unnamed"></button>', '<img src="data:," id="unnamed">']) {
    await open(body);
    for (let check = 0; check < 2; check += 1) {
      await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringContaining('id="unnamed"')] });
    }
  }
});
