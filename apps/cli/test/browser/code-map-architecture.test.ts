import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShopMap } from './open-shop-map.ts';

const packages = Array.from({ length: 9 }, (_, index) => `packages/p${index}`);
const filesOfPackage = 8;

/** A file that imports a file of each other package, and reads a table of its own. */
function toSource(own: string, file: number): string {
  const others = packages.filter((each) => each !== own).map((each) => each.slice('packages/'.length));
  const imports = others.map((other, index) => `import * as m${index} from '../../${other}/src/f${file}.ts';`);
  const table = `${own.slice('packages/'.length)}_${file}`;
  return [...imports, "import { z } from 'zod';", `sql('select id from ${table} where id = 1');`, ''].join('\n');
}

const files = Object.fromEntries(
  packages.flatMap((own) => [
    [`${own}/package.json`, `{ "name": "@acme/${own.slice('packages/'.length)}" }\n`],
    ...Array.from({ length: filesOfPackage }, (_, file) => [`${own}/src/f${file}.ts`, toSource(own, file)]),
  ]),
) as Readonly<Record<string, string>>;

it('a person sees the strongest connections of many packages, asks for all of them, and unfolds the tables', async () => {
  await using web = await openShopMap(files);
  const page = await web.openTab(`/code-maps/${web.repositoryId}`);
  await page.getByRole('button', { name: /Draw architecture/ }).click();
  await page.getByText(/ 60 connections · 30 weak connections left out/).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Show all connections' }).click();
  await page.getByText(/ 90 connections$/).waitFor();
  await page.getByRole('button', { name: 'Show strong connections' }).click();
  await page.getByText(/ 60 connections · /).waitFor();
  await page.getByRole('button', { name: 'Save diagram' }).waitFor({ state: 'detached' });

  const tables = page.locator('.react-flow__node[data-id="local/shop!table"]');
  await tables.click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('heading', { name: '72 tables' }).waitFor();
  await selection.getByRole('button', { name: 'Unfold' }).click();
  await page.locator('.react-flow__node[data-id="local/shop!table:p0_0"]').waitFor();
  await selection.getByRole('button', { name: 'Fold', exact: true }).click();
  await page.locator('.react-flow__node[data-id="local/shop!table:p0_0"]').waitFor({ state: 'detached' });
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

/** Runs in the page: notes for each request of health whether a node is on the screen. */
const noteHealth = `
  const { fetch } = window;
  window.nodesAtHealth = [];
  window.fetch = (input, init) => {
    if (String(input).endsWith('/health')) window.nodesAtHealth.push(document.querySelector('.react-flow__node') !== null);
    return fetch(input, init);
  };`;

it('a diagram is requested with the code of its page, and its health once the canvas is on the screen', async () => {
  await using web = await openShopMap();
  const { principal, unitOfWork, repositoryId } = web;
  const { id } = await unitOfWork.stores.diagrams.create(principal, {
    id: '01890000-0000-7000-8000-000000000001',
    repositoryId,
    name: 'Files',
    description: null,
    request: { type: 'file_tree' },
  });
  const page = await web.openTab('/code-maps');
  await page.addInitScript(noteHealth);
  const requested = page.waitForRequest((request) => request.url().endsWith(`/api/diagrams/${id}`));
  await page.route(/\/diagram-page[^/]*\.(?:js|tsx)/, async (route) => {
    await requested;
    await route.continue();
  });
  await page.goto(new URL(`/code-maps/${repositoryId}/${id}`, page.url()).href);
  await page.getByRole('img', { name: 'Overview of the diagram' }).waitFor();
  await expect.poll(() => page.evaluate('window.nodesAtHealth')).toEqual([true]);
});
