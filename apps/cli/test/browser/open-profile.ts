import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A separate browser profile: its tabs share cookies and close with it. */
export interface BrowserProfile extends AsyncDisposable {
  readonly context: BrowserContext;
  /** Opens a tab and records its errors; `url` is absolute or a path of the profile's site, the tab is blank without it. */
  readonly openTab: (url?: string) => Promise<Page>;
  /** Errors of the tabs and of their consoles. */
  readonly problems: readonly string[];
}

/** Opens a profile with tabs of 1360 × 860 pixels; paths are resolved against `site`. */
export async function openProfile(browser: Browser, site?: string): Promise<BrowserProfile> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    // An endless animation is drawn by software, which took a fifth of the CPU time of these tests.
    reducedMotion: 'reduce',
    ...(site === undefined ? {} : { baseURL: site }),
  });
  // A busy machine must not fail a test.
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
