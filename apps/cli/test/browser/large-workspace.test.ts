import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openNewSample } from './open-sample.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

/** Packs a chart with this many templates. */
async function packChart(templates: number): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'shipmate-large-'));
  try {
    await mkdir(join(directory, 'big/templates'), { recursive: true });
    await writeFile(join(directory, 'big/Chart.yaml'), 'apiVersion: v2\nname: big\nversion: 0.1.0\n');
    for (let index = 0; index < templates; index += 1) {
      const name = `${String(index).padStart(4, '0')}.yaml`;
      await writeFile(join(directory, 'big/templates', name), `kind: ConfigMap # ${index}\n`);
    }
    await promisify(execFile)('tar', ['-czf', 'big.tgz', 'big'], { cwd: directory });
    return await readFile(join(directory, 'big.tgz'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

it('the tree of a large workspace renders the rows on screen, and is walked by keyboard', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  const imported = await page.request.post(new URL('/api/workspaces/archive', homeUrl).href, {
    headers: { 'content-type': 'application/gzip' },
    data: await packChart(600),
  });
  const { workspaceId } = importArchiveResponseSchema.parse(await imported.json());
  await page.goto(new URL(`/workspace/${workspaceId}`, homeUrl).href);

  const rows = page.getByRole('treeitem');
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  const focused = page.locator('[role=treeitem]:focus');
  await row('templates/0000.yaml').waitFor();
  expect(await rows.count()).toBeLessThan(200);
  await row('templates').focus();
  await page.keyboard.press('End');
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('Chart.yaml');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('.cm-content').filter({ hasText: 'kind: ConfigMap # 599' }).waitFor();
  expect(await row('templates/0599.yaml').getAttribute('aria-posinset')).toBe('600');
  await page.keyboard.press('Home');
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('templates');
  expect(await rows.count()).toBeLessThan(200);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

it('the start page lists older workspaces, and a conversation its earlier messages, on request', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  for (const path of [/\/api\/workspaces(\?|$)/, /\/messages(\?|$)/]) {
    // Short pages of the real server.
    await page.route(path, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      return route.continue({ url: url.href });
    });
  }
  await openNewSample(page, homeUrl);
  await openNewSample(page, homeUrl);
  const workspaceId = new URL(page.url()).pathname.split('/')[2];
  const conversation = { id: 'two questions', workspaceId, contextType: 'chart' };
  for (const text of ['My first question', 'Which ports does it use?']) {
    const messages = [{ role: 'user', parts: [{ type: 'text', text }] }];
    const answer = await page.request.post(new URL('/api/chat', homeUrl).href, { data: { ...conversation, messages } });
    expect(await answer.text()).toContain('[DONE]');
  }

  await page.reload();
  const log = page.getByRole('log', { name: 'Conversation' });
  await log.getByText('Which ports does it use?').waitFor();
  expect(await log.getByText('My first question').count()).toBe(0);
  await page.getByRole('button', { name: 'Earlier messages' }).click();
  await log.getByText('My first question').waitFor();
  await log.getByText('Which ports does it use?').waitFor();
  expect(await page.getByRole('button', { name: 'Earlier messages' }).count()).toBe(0);
  await expectAccessible(page);

  await page.goto(homeUrl);
  const workspaces = page.getByRole('region', { name: 'Recent workspaces' }).getByRole('listitem');
  await expect.poll(() => workspaces.count()).toBe(1);
  await page.getByRole('button', { name: 'Older workspaces' }).click();
  await expect.poll(() => workspaces.count()).toBe(2);
  expect(problems).toEqual([]);
});

it('the page of a workspace requests its session, its files and its scripts once, before the app asks for them', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  const requests: string[] = [];
  const warnings: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.reload();
  await page.getByRole('treeitem', { name: 'values.yaml', exact: true }).waitFor();
  await page.locator('.cm-content').waitFor();

  const workspacePath = `/api${new URL(page.url()).pathname.replace('/workspace/', '/workspaces/')}`;
  expect(requests.filter((path) => path === '/api/session')).toHaveLength(1);
  expect(requests.filter((path) => path === workspacePath)).toHaveLength(1);
  const scripts = requests.filter((path) => path.endsWith('.js'));
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.findIndex((path) => path.includes('/file-editor-'))).toBeLessThan(requests.indexOf('/favicon.svg'));
  expect([problems, warnings]).toEqual([[], []]);
});
