import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '../../../apps/cli/node_modules/playwright-core/index.js';
import { startShipmate } from '../../../apps/cli/test/browser/start-shipmate.ts';
import { toMarkdownTable } from '../markdown-table.ts';
import { measureLoad, type LoadFigures } from './load-figures.ts';

const files = 3_000;
const rounds = 15;

/** What a page shows when a person can use it. */
const usable = { start: 'textarea:enabled', workspace: '[role=treeitem] , .cm-content' } as const;

/** Figures of pages and of a workspace with 3,000 files, in kilobytes over the wire and milliseconds. */
export interface PageFigures {
  readonly startKilobytes: number;
  readonly workspaceKilobytes: number;
  readonly startScriptKilobytes: number;
  readonly workspaceScriptKilobytes: number;
  readonly startMillis: number;
  readonly workspaceMillis: number;
  readonly listKilobytes: number;
  readonly listMillis: number;
}

/** Measures pages of a started Shipmate in Chromium. The UI has to be built. */
export async function measurePages(): Promise<{ readonly figures: PageFigures; readonly tables: readonly string[] }> {
  await using shipmate = await startShipmate();
  // Tests share the browser for as long as their process lives, which here has to end.
  await using stack = new AsyncDisposableStack();
  stack.defer(() => shipmate.browser.close());
  const context = await shipmate.browser.newContext({ viewport: { width: 1360, height: 860 } });
  try {
    const page = await context.newPage();
    await page.goto(shipmate.signInUrl);
    const home = new URL('/', page.url()).href;
    const workspaceId = await importWorkspace(context, home);
    const api = new URL(`/api/workspaces/${workspaceId}`, home).href;
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const workspacePath = `/workspace/${workspaceId}`;

    const contents = await measureRequest(api, cookie);
    const list = await measureRequest(`${api}?contents=none`, cookie);
    const file = await measureRequest(`${api}/files?path=${encodeURIComponent('templates/1.yaml')}`, cookie);
    const startMillis = await untilUsable(context, home, usable.start);
    const workspaceMillis = await untilUsable(context, new URL(workspacePath, home).href, usable.workspace);
    const times = toMarkdownTable(
      ['p50', 'ms', 'KB over the wire'],
      [
        ['workspace of 3,000 files, with contents', contents.ms.toFixed(1), kilobytes(contents.bytes).toFixed(0)],
        ['workspace of 3,000 files, without', list.ms.toFixed(1), kilobytes(list.bytes).toFixed(0)],
        ['one file of it', file.ms.toFixed(1), kilobytes(file.bytes).toFixed(0)],
        ['start page usable', startMillis.toFixed(0), ''],
        ['page of that workspace usable', workspaceMillis.toFixed(0), ''],
      ],
    );

    const loads = new Map<string, LoadFigures>();
    for (const path of ['/', workspacePath, '/cluster', '/rules', '/runs', '/inbox', '/organization'])
      loads.set(path, await measureLoad(context, new URL(path, home).href));
    const firstLoads = toMarkdownTable(
      ['first load', 'KB', 'KB of scripts', 'requests', 'first paint, ms', 'long tasks'],
      [...loads].map(([path, { bytes, scriptBytes, requests, firstPaintMs, longTasks }]) => [
        path.replace(workspaceId, '…'),
        kilobytes(bytes).toFixed(0),
        kilobytes(scriptBytes).toFixed(0),
        `${requests}`,
        firstPaintMs.toFixed(0),
        `${longTasks.count} (${longTasks.ms.toFixed(0)} ms)`,
      ]),
    );
    const figures = {
      startKilobytes: kilobytes(loads.get('/')?.bytes ?? NaN),
      workspaceKilobytes: kilobytes(loads.get(workspacePath)?.bytes ?? NaN),
      startScriptKilobytes: kilobytes(loads.get('/')?.scriptBytes ?? NaN),
      workspaceScriptKilobytes: kilobytes(loads.get(workspacePath)?.scriptBytes ?? NaN),
      startMillis,
      workspaceMillis,
      listKilobytes: kilobytes(list.bytes),
      listMillis: list.ms,
    };
    return { figures, tables: [times, firstLoads] };
  } finally {
    await context.close();
  }
}

async function importWorkspace(context: BrowserContext, home: string): Promise<string> {
  const imported = await context.request.post(new URL('/api/workspaces/archive', home).href, {
    headers: { 'content-type': 'application/gzip', origin: new URL(home).origin },
    data: await packChart(),
  });
  if (!imported.ok()) throw new Error(`The import failed: ${await imported.text()}`);
  return ((await imported.json()) as { readonly workspaceId: string }).workspaceId;
}

/** Sends a request several times; returns its median duration, and its bytes. */
async function measureRequest(url: string, cookie: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const responses = [];
  for (let round = 0; round < rounds; round += 1) responses.push(await request(url, cookie));
  return { ms: median(responses.map(({ ms }) => ms)), bytes: responses[0]?.bytes ?? NaN };
}

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

const usablePrefix = 'usable after ';

/** Returns a script of a page that reports the time of the frame in which all parts of a selector are present. */
function reportUsable(selector: string): string {
  return `
    const check = () =>
      ${JSON.stringify(selector.split(','))}.every((each) => document.querySelector(each) !== null)
        ? console.debug(${JSON.stringify(usablePrefix)} + performance.now())
        : requestAnimationFrame(check);
    requestAnimationFrame(check);`;
}

/** Opens a page in new tabs with a warm cache; returns the median time from navigation until it is usable. */
async function untilUsable(browser: BrowserContext, url: string, selector: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tab = await browser.newPage();
    await tab.addInitScript({ content: reportUsable(selector) });
    // The page reports the time: a question to it would run beside its scripts.
    const reported = tab.waitForEvent('console', {
      predicate: (message) => message.text().startsWith(usablePrefix),
      timeout: 120_000,
    });
    await tab.goto(url, { waitUntil: 'commit' });
    times.push(Number((await reported).text().slice(usablePrefix.length)));
    await tab.close();
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function kilobytes(bytes: number): number {
  return bytes / 1_000;
}
