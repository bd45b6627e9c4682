import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '../../../apps/cli/node_modules/playwright-core/index.js';
import { startShipmate } from '../../../apps/cli/test/browser/start-shipmate.ts';
import { toMarkdownTable } from '../markdown-table.ts';
import { measureLoad } from './load-figures.ts';

const files = 3_000;
const rounds = 15;

/** What a page shows when a person can use it. */
const usable = { start: 'textarea:enabled', workspace: '[role=treeitem] , .cm-content' } as const;

await using shipmate = await startShipmate();
const context = await shipmate.browser.newContext({ viewport: { width: 1360, height: 860 } });
const page = await context.newPage();
await page.goto(shipmate.signInUrl);
const home = new URL('/', page.url()).href;
const imported = await context.request.post(new URL('/api/workspaces/archive', home).href, {
  headers: { 'content-type': 'application/gzip', origin: new URL(home).origin },
  data: await packChart(),
});
if (!imported.ok()) throw new Error(`The import failed: ${await imported.text()}`);
const { workspaceId } = (await imported.json()) as { readonly workspaceId: string };
const api = new URL(`/api/workspaces/${workspaceId}`, home).href;
const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

const rows: (readonly string[])[] = [];
for (const [name, url] of [
  ['workspace of 3,000 files, with contents', api],
  ['workspace of 3,000 files, without', `${api}?contents=none`],
  ['one file of it', `${api}/files?path=${encodeURIComponent('templates/1.yaml')}`],
] as const) {
  const responses = [];
  for (let round = 0; round < rounds; round += 1) responses.push(await request(url, cookie));
  rows.push([name, median(responses.map(({ ms }) => ms)).toFixed(1), kilobytes(responses[0]?.bytes ?? 0)]);
}
rows.push(['start page usable', (await untilUsable(context, home, usable.start)).toFixed(0), '']);
const workspaceUrl = new URL(`/workspace/${workspaceId}`, home).href;
rows.push([
  'page of that workspace usable',
  (await untilUsable(context, workspaceUrl, usable.workspace)).toFixed(0),
  '',
]);
console.log(toMarkdownTable(['p50', 'ms', 'KB over the wire'], rows));

/** The most bytes of scripts of a first load. */
const bounds: Readonly<Record<string, number>> = { '/': 150_500, [`/workspace/${workspaceId}`]: 350_000 };
const loads: (readonly string[])[] = [];
const failures: string[] = [];
for (const path of ['/', `/workspace/${workspaceId}`, '/cluster', '/rules', '/runs', '/inbox', '/organization']) {
  const { scriptBytes, requests, firstPaintMs, longTasks } = await measureLoad(context, new URL(path, home).href);
  const tasks = `${longTasks.count} (${longTasks.ms.toFixed(0)} ms)`;
  const bound = bounds[path];
  if (bound !== undefined && scriptBytes > bound)
    failures.push(`${path} loads ${scriptBytes} bytes of scripts, over ${bound}.`);
  loads.push([path.replace(workspaceId, '…'), kilobytes(scriptBytes), `${requests}`, firstPaintMs.toFixed(0), tasks]);
}
console.log(toMarkdownTable(['first load', 'KB of scripts', 'requests', 'first paint, ms', 'long tasks'], loads));
await context.close();
if (failures.length > 0) throw new Error(failures.join('\n'));

/** Packs a chart with files of about 1.9 KB. */
async function packChart(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'shipmate-pages-'));
  try {
    await mkdir(join(directory, 'big/templates'), { recursive: true });
    await writeFile(join(directory, 'big/Chart.yaml'), 'apiVersion: v2\nname: big\nversion: 0.1.0\n');
    await writeFile(join(directory, 'big/values.yaml'), 'replicas: 1\n');
    for (let index = 0; index < files - 2; index += 1) {
      const lines = Array.from({ length: 80 }, (_, line) => `  key-${index}-${line}: value ${(index * line) % 97}`);
      await writeFile(join(directory, `big/templates/${index}.yaml`), `kind: ConfigMap\ndata:\n${lines.join('\n')}\n`);
    }
    await promisify(execFile)('tar', ['-czf', 'big.tgz', 'big'], { cwd: directory });
    return await readFile(join(directory, 'big.tgz'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Requests a compressed response like a browser; returns its duration until the last byte, and its bytes. */
async function request(url: string, cookie: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const begun = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { cookie, 'accept-encoding': 'gzip' } }, resolve).once('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return { ms: performance.now() - begun, bytes };
}

/** Returns a script of a page that marks the frame in which all parts of a selector are present. */
function markUsable(selector: string): string {
  return `
    const check = () =>
      ${JSON.stringify(selector.split(','))}.every((each) => document.querySelector(each) !== null)
        ? performance.mark('usable')
        : requestAnimationFrame(check);
    requestAnimationFrame(check);`;
}

/** Opens a page in new tabs with a warm cache; returns the median time from navigation until it is usable. */
async function untilUsable(browser: BrowserContext, url: string, selector: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tab = await browser.newPage();
    await tab.addInitScript({ content: markUsable(selector) });
    await tab.goto(url);
    await tab.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: 120_000 });
    times.push(await tab.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? 0));
    await tab.close();
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(0);
}
