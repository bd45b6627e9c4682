import type { Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openProfile } from './open-profile.ts';
import { type StartedShipmate, startShipmate } from './start-shipmate.ts';

/** A page of a signed-in user. */
export interface SignedInPage extends AsyncDisposable {
  readonly page: Page;
  /** URL of the start page. */
  readonly homeUrl: string;
  /** Errors of the page and of its console. */
  readonly problems: readonly string[];
}

/**
 * Starts one `shipmate up` for all tests of a file and returns a function that opens a page in a new browser profile. Tests
 * share nothing but the workspaces that they create.
 */
export function shareShipmate(): () => Promise<SignedInPage> {
  let shared: StartedShipmate;
  let session: readonly Cookie[];
  beforeAll(async () => {
    shared = await startShipmate();
    session = await signIn(shared);
  });
  afterAll(() => shared[Symbol.asyncDispose]());
  return async () => {
    const profile = await openProfile(shared.browser);
    await profile.context.addCookies(session);
    return {
      page: await profile.openTab(),
      homeUrl: new URL('/', shared.signInUrl).href,
      problems: profile.problems,
      [Symbol.asyncDispose]: () => profile[Symbol.asyncDispose](),
    };
  };
}

async function signIn({ browser, signInUrl }: StartedShipmate): Promise<readonly Cookie[]> {
  await using profile = await openProfile(browser);
  await profile.openTab(signInUrl);
  return await profile.context.cookies();
}
