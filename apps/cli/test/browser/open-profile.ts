import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A browser profile of its own: its tabs share cookies, and are closed with it. */
export interface BrowserProfile extends AsyncDisposable {
  readonly context: BrowserContext;
  /** Opens a tab whose errors are noted, at a URL or a path of the profile's site; an empty one without. */
  readonly openTab: (url?: string) => Promise<Page>;
  /** Errors of the tabs and of their consoles. */
  readonly problems: readonly string[];
}

/** Opens a profile with tabs of the usual size; `site` is what paths belong to. */
export async function openProfile(browser: Browser, site?: string): Promise<BrowserProfile> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    ...(site === undefined ? {} : { baseURL: site }),
  });
  // A machine that is busy with other things is no reason to fail.
  context.setDefaultTimeout(120_000);
  const problems: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  async function openTab(url?: string): Promise<Page> {
    const page = await context.newPage();
    if (url !== undefined) await page.goto(url);
    return page;
  }
  return { context, openTab, problems, [Symbol.asyncDispose]: () => context.close() };
}
