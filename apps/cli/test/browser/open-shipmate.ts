import type { Page } from 'playwright-core';
import { openProfile } from './open-profile.ts';
import { type StartedShipmate, startShipmate } from './start-shipmate.ts';

/** A `shipmate up` for one test, and a page that is not signed in. */
export interface OpenShipmate extends StartedShipmate {
  readonly page: Page;
  /** Errors of the page and of its console. */
  readonly problems: readonly string[];
}

/** Starts it; `variables` extend and override the environment. */
export async function openShipmate(variables: Readonly<Record<string, string>> = {}): Promise<OpenShipmate> {
  await using stack = new AsyncDisposableStack();
  const started = stack.use(await startShipmate(variables));
  const { openTab, problems } = stack.use(await openProfile(started.browser));
  const page = await openTab();
  const owned = stack.move();
  return { ...started, page, problems, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
