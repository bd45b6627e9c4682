import type { BrowserContext } from '../../../apps/cli/node_modules/playwright-core/index.js';

/** The figures of one load of a page without a cache. */
export interface LoadFigures {
  /** Bytes of the document and all that it loads over the wire, compressed with gzip, without headers. */
  readonly bytes: number;
  /** Bytes of scripts over the wire, compressed with gzip. */
  readonly scriptBytes: number;
  readonly requests: number;
  /** Milliseconds until the first contentful paint. */
  readonly firstPaintMs: number;
  /** Tasks of the main thread of more than 50 ms: their number and the sum of their durations. */
  readonly longTasks: { readonly count: number; readonly ms: number };
}

const observeTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });`;

const readFigures = `(() => {
  const resources = performance.getEntriesByType('resource');
  const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  const loaded = [...performance.getEntriesByType('navigation'), ...resources];
  return {
    bytes: loaded.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
    scriptBytes: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
    requests: resources.length + 1,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    longTasks: { count: window.longTasks.length, ms: window.longTasks.reduce((total, ms) => total + ms, 0) },
  };
})()`;

/** Loads a page in a profile without a cache until the network is idle, with the cookies of a signed-in context. */
export async function measureLoad(context: BrowserContext, url: string): Promise<LoadFigures> {
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser.');
  const fresh = await browser.newContext({
    storageState: await context.storageState(),
    // The bounds are of gzip, with which proxies compress; Chromium would ask for Brotli, which is about an eighth smaller.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  try {
    const page = await fresh.newPage();
    await page.addInitScript({ content: observeTasks });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<LoadFigures>(readFigures);
  } finally {
    await fresh.close();
  }
}
