import { type Browser, chromium } from 'playwright-core';
import { extractBrowser } from './extract-browser.ts';

let shared: Promise<Browser> | undefined;

/**
 * Returns the headless Chromium of this test worker: the first test that needs one launches it, and it exits with the worker.
 * Tests share nothing but its process: each opens a profile of its own and closes it.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then(
    (browser) => {
      browser.once('disconnected', () => (shared = undefined));
      return browser;
    },
    (thrown: unknown) => {
      shared = undefined;
      throw thrown;
    },
  );
  return shared;
}

/** Launches the build from npm on Linux, an installed Chrome elsewhere. */
async function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Pages live for seconds, in which optimizing their code costs more than it saves.
    '--js-flags=--no-maglev --no-turbofan',
  ];
  const executablePath = await extractBrowser();
  return chromium.launch(executablePath === undefined ? { channel: 'chrome', args } : { executablePath, args });
}
