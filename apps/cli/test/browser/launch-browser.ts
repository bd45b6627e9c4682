import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Launches headless Chromium: the build from npm on Linux, an installed Chrome elsewhere. */
export async function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome', args });
  const installed = '/usr/bin/chromium';
  const executablePath =
    process.arch === 'x64' || !existsSync(installed) ? await sparticuz.executablePath() : installed;
  return chromium.launch({ executablePath, args });
}
