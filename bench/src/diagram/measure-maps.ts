import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { APIRequestContext, Page } from '../../../apps/cli/node_modules/playwright-core/index.js';
import { startShipmate } from '../../../apps/cli/test/browser/start-shipmate.ts';
import { commitTestFiles } from '../../../packages/tools/src/testing/commit-test-files.ts';
import { toMarkdownTable } from '../markdown-table.ts';

/**
 * Measures code maps in a started Shipmate: the index of a synthetic repository, its file tree from a warm index, first and again, a
 * changed request of it, and the time until the canvas shows nodes, with the number of mounted nodes outside of the window. Fails over a
 * bound.
 */
const sizes = process.argv.slice(2).map(Number);
const counts = sizes.length > 0 ? sizes : [1_000, 10_000, 50_000];
const bounds = { treeMs: 2_000, canvasMs: 1_500, outside: 100, indexOf10kMs: 60_000 } as const;
const rounds = 5;

const root = await mkdtemp(join(tmpdir(), 'shipmate-maps-'));
const rows: (readonly string[])[] = [];
const failures: string[] = [];
try {
  await using shipmate = await startShipmate({ REPOSITORY_ROOTS: root, PATH: '/usr/local/bin:/usr/bin:/bin' });
  // Tests share the browser for as long as their process lives, which here has to end.
  await using stack = new AsyncDisposableStack();
  stack.defer(() => shipmate.browser.close());
  const context = await shipmate.browser.newContext({ viewport: { width: 1360, height: 860 } });
  const page = await context.newPage();
  await page.addInitScript(noteFirstNode);
  await page.goto(shipmate.signInUrl);
  const home = new URL('/', page.url()).href;
  for (const count of counts) {
    const localPath = join(root, `files-${count}`);
    await commitTestFiles(localPath, toFiles(count));
    const { indexMs, repositoryId } = await indexRepository(context.request, {
      home,
      name: `files-${count}`,
      localPath,
    });
    const { id } = (await send(context.request, new URL(`/api/repositories/${repositoryId}/diagrams`, home).href, {
      name: 'Files',
      request: { type: 'file_tree' },
    })) as { readonly id: string };
    const draws: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now();
      await context.request.get(new URL(`/api/diagrams/${id}`, home).href);
      draws.push(performance.now() - startedAt);
    }
    const treeMs = median(draws.slice(1));
    const changes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const request = { type: 'file_tree', filters: { maxDepth: round + 1 } };
      const startedAt = performance.now();
      await send(context.request, new URL(`/api/repositories/${repositoryId}/draw`, home).href, { request });
      changes.push(performance.now() - startedAt);
    }
    const changeMs = median(changes);
    const { canvasMs, outside } = await openCanvas(page, new URL(`/code-maps/${repositoryId}/${id}`, home).href);
    rows.push([
      count.toLocaleString('en'),
      ...[indexMs, draws[0] ?? 0, treeMs, changeMs, canvasMs].map((ms) => ms.toFixed(0)),
      `${outside}`,
    ]);
    // Printed at once: a later size may fail.
    console.error(rows.at(-1)?.join(' | '));
    if (treeMs > bounds.treeMs) failures.push(`${count} files: the tree takes ${treeMs.toFixed(0)} ms.`);
    if (changeMs > bounds.treeMs) failures.push(`${count} files: another tree takes ${changeMs.toFixed(0)} ms.`);
    if (canvasMs > bounds.canvasMs) failures.push(`${count} files: the canvas takes ${canvasMs.toFixed(0)} ms.`);
    if (outside > bounds.outside) failures.push(`${count} files: ${outside} nodes are mounted outside of the window.`);
    if (count === 10_000 && indexMs > bounds.indexOf10kMs) failures.push(`The index takes ${indexMs.toFixed(0)} ms.`);
  }
  // An open browser would keep this process alive.
  await shipmate.browser.close();
} finally {
  await rm(root, { recursive: true, force: true });
}
console.log(
  toMarkdownTable(
    ['files', 'index, ms', 'first tree, ms', 'same tree, ms', 'other tree, ms', 'canvas ready, ms', 'nodes outside'],
    rows,
  ),
);
if (failures.length > 0) throw new Error(failures.join('\n'));

/** Files of about 600 bytes in nested folders; most import another one of their area. */
function toFiles(count: number): Readonly<Record<string, string>> {
  const folderOf = (index: number) => `part-${index % 97}/module-${index % 31}`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      // The files of an area are 13 apart.
      const other = index - 13;
      const first = other < 0 ? '' : `import { value${other} } from '../../${folderOf(other)}/file-${other}.ts';\n`;
      const steps = Array.from(
        { length: 12 },
        (__, step) => `/** Step ${step}. */\nexport const step${step} = ${index * step};\n`,
      );
      const path = `area-${index % 13}/${folderOf(index)}/file-${index}.ts`;
      return [path, `${first}export const value${index} = ${index};\n${steps.join('')}`];
    }),
  );
}

async function send(request: APIRequestContext, url: string, data: object): Promise<unknown> {
  const response = await request.post(url, { data, headers: { origin: new URL(url).origin } });
  if (!response.ok()) throw new Error(`${url}: ${await response.text()}`);
  return response.json();
}

interface AddedRepository {
  readonly home: string;
  readonly name: string;
  readonly localPath: string;
}

/** Adds a repository, which begins its index, and waits for the map. */
async function indexRepository(request: APIRequestContext, { home, name, localPath }: AddedRepository) {
  const startedAt = performance.now();
  const added = await send(request, new URL('/api/repositories', home).href, { name, localPath });
  const { id: repositoryId } = added as { readonly id: string };
  for (;;) {
    const response = await request.get(new URL(`/api/repositories/${repositoryId}/maps`, home).href);
    const { maps, index } = (await response.json()) as {
      readonly maps: readonly unknown[];
      readonly index: { readonly status: string; readonly errorMessage: string | null } | null;
    };
    if (maps.length > 0) return { repositoryId, indexMs: performance.now() - startedAt };
    if (index?.status === 'failed') throw new Error(index.errorMessage ?? 'The index failed.');
    await setTimeout(100);
  }
}

/** What the functions that run in a page use of it. */
interface PageElement {
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
  getBoundingClientRect(): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}
declare const document: { querySelector(selector: string): PageElement | null };
declare function requestAnimationFrame(callback: () => void): number;

/** In a page: notes the first frame that shows a node. Waiting from outside would round the time up to half seconds. */
function noteFirstNode(): void {
  const look = (): void => {
    const node = document.querySelector('.react-flow__node');
    const isShown = node !== null && node.checkVisibility({ visibilityProperty: true });
    // The frame in which a node is found is painted afterwards.
    requestAnimationFrame(isShown ? () => performance.mark('first-node') : look);
  };
  requestAnimationFrame(look);
}

/** Opens the page of a diagram in a warm browser; returns the median time from the request of the page to the first node on the screen. */
async function openCanvas(page: Page, url: string) {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(url);
    const mark = await page.waitForFunction(() => performance.getEntriesByName('first-node')[0]?.startTime);
    times.push(Number(await mark.jsonValue()));
  }
  const canvasMs = median(times.slice(1));
  const outside = await page.locator('.react-flow__node').evaluateAll((nodes) => {
    const frame = document.querySelector('.react-flow')?.getBoundingClientRect();
    if (!frame) return nodes.length;
    return nodes.filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return right < frame.left || left > frame.right || bottom < frame.top || top > frame.bottom;
    }).length;
  });
  return { canvasMs, outside };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
