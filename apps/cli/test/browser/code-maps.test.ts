import { gzipSync } from 'node:zlib';
import { noUsage } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { NavigationAction } from '@shipmate/domain/code-map';
import type { RunEvent } from '@shipmate/domain/run';
import { createUiMessageEncoder } from '@shipmate/protocol/stream';
import { commitTestFiles, rawTar } from '@shipmate/tools/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShopMap } from './open-shop-map.ts';
import { expectToFit } from './expect-to-fit.ts';

/** Returns the stream of an answer whose tool tells the page to move. */
function toTourStream(diagramId: string, actions: readonly NavigationAction[]): string {
  const encoder = createUiMessageEncoder({ messageId: 'tour', costOf: () => 0 });
  const clientEvents = [
    { type: 'canvas_actions', data: { diagram_id: diagramId, actions: JSON.parse(JSON.stringify(actions)) } },
  ];
  const call = { toolCallId: 'call', name: 'navigateCanvas' };
  const events = [
    { type: 'run_started', model: 'scripted:model' },
    { type: 'turn_started', turn: 1, model: 'scripted:model' },
    { type: 'tool_call', ...call, input: {} },
    { type: 'tool_result', toolCallId: 'call', output: 'Accepted.', isError: false, clientEvents },
    { type: 'content', deltas: ['That is the cart.'] },
    { type: 'run_ended', status: 'completed', stopReason: 'final', usage: noUsage, costUsd: 0 },
  ] as unknown as readonly RunEvent[];
  return events.map((event) => encoder.encode(event)).join('');
}

const nodeOf = (page: Page, path: string) => page.locator(`.react-flow__node[data-id="local/shop:${path}"]`);

/** Returns true if the node of a path is on the screen as a whole. */
async function isInside(page: Page, path: string): Promise<boolean> {
  const [node, canvas] = await Promise.all([
    nodeOf(page, path).boundingBox(),
    page.locator('.react-flow').boundingBox(),
  ]);
  return node !== null && canvas !== null && node.x >= canvas.x && node.x + node.width <= canvas.x + canvas.width;
}

it('a person draws the files of a repository and explores them by keyboard, as a list, and in the code', async () => {
  await using web = await openShopMap();
  const page = await web.openTab('/code-maps');
  await page.getByRole('list', { name: 'Repositories' }).getByRole('link', { name: 'shop' }).click();
  await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
  await expectToFit(page, 'code-map', 'as it is');
  await page.getByRole('button', { name: /Draw files/ }).click();

  const canvas = page.getByRole('application', { name: 'Diagram Files' });
  await nodeOf(page, 'services/cart').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'diagram-treemap', 'as it is');

  await canvas.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => page.url()).toContain('node=local');
  const selection = page.getByRole('region', { name: 'Selection' });
  // The label of a folder is above its content.
  await nodeOf(page, 'services/cart').click({ position: { x: 30, y: 8 } });
  await selection.getByRole('heading', { name: 'cart' }).waitFor();
  await page.getByRole('combobox', { name: 'Weight' }).selectOption('Number of files');
  await page.getByRole('button', { name: 'Save diagram' }).click();
  await page.getByRole('button', { name: 'Save diagram' }).waitFor({ state: 'detached' });

  await nodeOf(page, 'services/cart/cart.ts').click();
  await canvas.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Open file' }).click();
  await page
    .getByRole('region', { name: 'File' })
    .getByText('// services/cart/cart.ts line 3', { exact: true })
    .waitFor();
  await expect.poll(() => page.url()).toContain('file=services');
  await expectAccessible(page);
  await expectToFit(page, 'diagram-file', 'as it is');
  await page.getByRole('button', { name: 'Close file' }).click();

  await page.getByRole('searchbox', { name: 'Search files and symbols' }).fill('money');
  await page.getByRole('list', { name: 'Matches' }).getByRole('button', { name: 'services/cart/money.ts' }).click();
  await selection.getByRole('heading', { name: 'money.ts' }).waitFor();

  await page.getByRole('button', { name: 'Show list' }).click();
  const table = page.getByRole('table', { name: 'Nodes' });
  await table.getByRole('button', { name: 'Actions of charge.ts' }).waitFor();
  await table.getByRole('button', { name: 'services/payments', exact: true }).click();
  await selection.getByRole('heading', { name: 'payments' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'diagram-list', 'as it is');
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('a person sees why a connection exists, switches the layout, filters, exports and renames a diagram', async () => {
  await using web = await openShopMap();
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  await page.getByRole('button', { name: /Draw dependencies/ }).click();
  await nodeOf(page, 'services/cart/cart.ts').click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByText('Outgoing (2)').waitFor();
  await expectToFit(page, 'diagram-dependencies', 'as it is');
  await selection.getByRole('button', { name: 'services/cart/cart.ts:2' }).click();
  await page.locator('.cm-chosenLine', { hasText: '../payments/charge.ts' }).waitFor();
  expect(page.url()).toContain('lines=2-2');

  await page.getByRole('combobox', { name: 'Layout' }).selectOption('treemap');
  await page.getByRole('button', { name: 'Reset' }).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('form', { name: 'Filters' });
  await expectAccessible(page);
  await filters.getByRole('textbox', { name: 'Paths' }).fill('web/**');
  await filters.getByRole('button', { name: 'Apply filters' }).click();
  await nodeOf(page, 'services/cart/cart.ts').waitFor({ state: 'detached' });
  await page.getByText('Filters: web/**').waitFor();

  for (const [format, extension] of [
    ['SVG', 'svg'],
    ['PNG', 'png'],
    ['Mermaid', 'mmd'],
  ]) {
    await page.getByRole('button', { name: 'Export diagram' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Save as ${format}` }).click();
    expect((await download).suggestedFilename()).toBe(`dependencies.${extension}`);
  }

  await page.getByRole('button', { name: 'Actions of this diagram' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Imports');
  await page.getByRole('button', { name: 'Rename diagram' }).click();
  const tabs = page.getByRole('navigation', { name: 'Diagrams' });
  await tabs.getByRole('link', { name: 'Imports' }).waitFor();
  await page.getByRole('button', { name: 'Actions of this diagram' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await tabs.getByRole('link', { name: 'Imports 2' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Imports 2' }).waitFor();
  await page.getByRole('button', { name: 'Actions of this diagram' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete diagram' }).click();
  await page.getByRole('list', { name: 'Diagrams' }).getByRole('link', { name: 'Imports' }).waitFor();
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('the canvas follows the actions of an answer as a guided tour', async () => {
  await using web = await openShopMap();
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  await page.getByRole('button', { name: /Draw files/ }).click();
  await nodeOf(page, 'services/cart').waitFor();
  const diagramId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const asked: unknown[] = [];
  const body = toTourStream(diagramId, [
    { type: 'expandPath', path: 'services/payments' },
    { type: 'focusNode', nodeId: 'local/shop:services/payments/card.ts' },
    { type: 'highlightNodes', nodeIds: ['local/shop:services/payments/card.ts'] },
    { type: 'focusNode', nodeId: 'local/shop:web/index.ts' },
    { type: 'openFileRange', path: 'web/index.ts', startLine: 3, endLine: 5 },
  ]);
  await page.route('**/api/chat', (route, request) => {
    asked.push(request.postDataJSON());
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await nodeOf(page, 'web').click({ position: { x: 60, y: 8 } });
  await page.getByRole('button', { name: 'Explain in chat' }).click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect.poll(() => box.inputValue()).toBe('Explain web and how it is used.');
  await box.press('Enter');

  const tour = page.getByRole('region', { name: 'Guided tour' });
  await tour.getByText('Stop 1 of 2').waitFor();
  await page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: 'card.ts' }).waitFor();
  // axe judges this contrast only while no node is beneath.
  const colors = await page.evaluate(`(() => {
    const link = document.querySelector('.react-flow__attribution a');
    return [getComputedStyle(link).color, getComputedStyle(link.parentElement).backgroundColor];
  })()`);
  expect(colors).toEqual(['rgb(83, 96, 103)', 'rgb(255, 255, 255)']);
  await expectAccessible(page);
  await expectToFit(page, 'diagram-tour', 'as it is');
  await tour.getByRole('button', { name: 'Next stop' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: 'index.ts' }).waitFor();
  await page.locator('.cm-chosenLine', { hasText: 'web/index.ts line 5' }).waitFor();
  await tour.getByRole('button', { name: 'Previous stop' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: 'card.ts' }).waitFor();
  await tour.getByRole('button', { name: 'End tour' }).click();

  const [question] = asked;
  expect(question).toMatchObject({
    contextType: 'diagram',
    page: { owner: 'local', repo: 'shop', activeDiagramId: diagramId, view: expect.stringContaining('"zoom"') },
  });
});

it('a question in the chat draws a diagram and leads through it', async () => {
  await using web = await openShopMap();
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  await page.getByRole('button', { name: /Draw files/ }).click();
  await nodeOf(page, 'services/cart').waitFor();
  await page.getByRole('button', { name: 'Chat about this page' }).click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill('Give me a tour of the architecture');
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Architecture' }).waitFor();
  await page.getByRole('navigation', { name: 'Diagrams' }).getByRole('link', { name: 'Architecture' }).waitFor();
  const tour = page.getByRole('region', { name: 'Guided tour' });
  await tour.getByText('Stop 1 of 4').waitFor();
  await page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: 'cart.ts' }).waitFor();
  await expect.poll(() => isInside(page, 'services/cart/cart.ts')).toBe(true);
  await expectToFit(page, 'diagram-tour-of-chat', 'as it is');
  await tour.getByRole('button', { name: 'Next stop' }).click();
  await tour.getByText('Stop 2 of 4').waitFor();
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('a person compares two commits, and sees the health of the imports', async () => {
  await using web = await openShopMap();
  await commitTestFiles(web.source, {
    'services/cart/money.ts': "import '../payments/card.ts';\n",
    'web/menu.ts': '// menu\n',
  });
  await web.index();
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  const health = page.getByRole('region', { name: 'Health' });
  await health.getByText('Import cycles: none').waitFor();
  await health.getByText('Unused files: 3').click();
  await health.getByText('web/menu.ts').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'code-map-health', 'as it is');
  await page.getByRole('link', { name: 'Compare indexed commits' }).click();
  await page.getByText('Imports: 1 added, 0 removed').waitFor();
  await nodeOf(page, 'web/menu.ts').waitFor();
  await page.getByRole('region', { name: 'Markdown' }).getByText('services/payments/card.ts').first().waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'code-map-comparison', 'as it is');
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('a diagram marks cycles, hubs and unused files at their nodes, in the selection and in the list', async () => {
  const users = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`src/user-${index}.ts`, "import './core.ts';\n"] as const),
  );
  await using web = await openShopMap({
    'src/core.ts': "import './util.ts';\n",
    'src/util.ts': "import './core.ts';\n",
    'lib/old.ts': '// old\n'.repeat(20),
    ...users,
  });
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  await page.getByRole('button', { name: /Draw files/ }).click();
  const core = nodeOf(page, 'src/core.ts');
  await core.locator('[data-finding="cycle"]').waitFor();
  await core.locator('[data-finding="hub"]', { hasText: '7' }).waitFor();
  await nodeOf(page, 'lib/old.ts').locator('[data-finding="unused"]').waitFor();
  expect(await core.getAttribute('aria-label')).toContain('Import cycle: with src/util.ts');
  await page.getByRole('button', { name: 'Highlight Import cycle, 2 nodes' }).click();
  await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
  await core.click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByText('Hub: 7 files import it, and it imports 1').waitFor();
  await selection.getByRole('button', { name: 'src/core.ts:1' }).first().waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'diagram-health', 'as it is');
  await page.getByRole('button', { name: 'Show list' }).click();
  const table = page.getByRole('table', { name: 'Nodes' });
  await table.getByText('Unused file: no file imports it').first().waitFor();
  await page.getByRole('button', { name: 'Health', pressed: true }).click();
  await table.getByText('Unused file: no file imports it').first().waitFor({ state: 'detached' });
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('a person uploads an archive as a repository, explores its map, and uploads a new version', async () => {
  await using web = await openShopMap();
  const page = await web.openTab('/repositories');
  const toArchive = (content: string) => ({
    name: 'store.tgz',
    mimeType: 'application/gzip',
    buffer: gzipSync(
      rawTar([
        { name: 'store/src/app.ts', content: "import './price.ts';\n" },
        { name: 'store/src/price.ts', content },
        { name: 'store/passwords', type: '2', link: '/etc/passwd' },
      ]),
    ),
  });
  await page.getByRole('button', { name: 'Add repository' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add repository' });
  await dialog.getByLabel('Name').fill('store');
  await dialog.getByLabel('Archive').setInputFiles(toArchive('export const price = 1;\n'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add repository' }).click();
  await page.getByRole('link', { name: 'store' }).click();
  await page.getByText('The files come from an uploaded archive.').waitFor();
  await page.getByLabel('New archive').setInputFiles(toArchive('export const price = 2;\n'));
  await page.getByText('Left out: symbolic links (1), such as store/passwords.').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'repository-upload', 'as it is');
  await page.getByRole('link', { name: 'Open code map' }).click();
  await page.getByRole('link', { name: 'Compare indexed commits' }).waitFor();
  await page.getByRole('button', { name: /Draw files/ }).click();
  await page.locator('.react-flow__node[data-id="upload/store:src/price.ts"]').click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Open file' }).click();
  await page.getByRole('region', { name: 'File' }).getByText('price = 2').waitFor();
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('a custom diagram shows its groups, labels and edges, and which of them no import shows', async () => {
  await using web = await openShopMap();
  const stored = await web.unitOfWork.stores.diagrams.create(web.principal, {
    id: newId(),
    repositoryId: web.repositoryId,
    name: 'Checkout',
    description: null,
    request: {
      type: 'custom',
      nodes: [
        { path: 'web', label: 'Web shop', group: 'Pages' },
        { path: 'services/cart', label: 'Cart', group: 'Services' },
        { path: 'services/payments', label: 'Payments', group: 'Services' },
        { path: 'deploy/shop.yaml' },
      ],
      edges: [
        { from: 'web', to: 'services/cart' },
        { from: 'services/cart', to: 'services/payments', label: 'charges' },
        { from: 'deploy/shop.yaml', to: 'web', label: 'exposes' },
      ],
    },
  });
  const page = await web.openTab(`/code-maps/${web.repositoryId}/${stored.id}`);
  for (const [path, label] of [
    ['web', 'Web shop'],
    ['services/cart', 'Cart'],
    ['services/payments', 'Payments'],
    ['deploy/shop.yaml', 'deploy/shop.yaml'],
  ] as const) {
    await nodeOf(page, path).getByText(label, { exact: true }).waitFor();
  }
  const group = page.locator('.react-flow__node[data-id="local/shop!group:Services"]');
  await group.getByText('Services').waitFor();
  const [frame, cart] = await Promise.all([group.boundingBox(), nodeOf(page, 'services/cart').boundingBox()]);
  expect(cart && frame && cart.x >= frame.x && cart.x + cart.width <= frame.x + frame.width).toBe(true);
  await page.getByText('charges').waitFor();
  await nodeOf(page, 'deploy/shop.yaml').click();
  await page.getByRole('region', { name: 'Selection' }).getByText('Custom · exposes · inferred').waitFor();
  await nodeOf(page, 'web').click();
  await page.getByRole('region', { name: 'Selection' }).getByText('Outgoing (1)').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'diagram-custom', 'as it is');
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
