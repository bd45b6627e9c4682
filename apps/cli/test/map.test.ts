import { join } from 'node:path';
import type { CodeComparisonResponse } from '@shipmate/protocol/web/code-comparison';
import { commitTestFiles } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

const stack = new AsyncDisposableStack();
let dataDir: readonly string[];
let base: string;
let head: string;
let token: string;
let source: string;

beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  dataDir = ['--data-dir', path];
  source = join(path, 'shop');
  base = await commitTestFiles(source, {
    'cart.ts': 'export const cart = 1;\n',
    'money.ts': 'export const money = 1;\n',
  });
  head = await commitTestFiles(source, {
    'cart.ts': "import { money } from './money.ts';\nexport const cart = money;\n",
  });
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const created = await runShipmate(['token', 'create', '--name', 'ci', '--scope', 'read,code:write', ...dataDir]);
  token = created.stdout.trim();
});
afterAll(() => stack.disposeAsync());

/** Shipmate runs git. */
const PATH = '/usr/local/bin:/usr/bin:/bin';

/** The Markdown of the added import. */
const markdown =
  /^## Code map\n\nFrom `\w{7}` to `\w{7}`: files 0 added, 0 removed, 0 moved, 1 changed; imports 1 added/;

it('shipmate map indexes, lists and compares revisions of a repository on a server', async () => {
  await using up = shipmate(['up', ...dataDir], { REPOSITORY_ROOTS: source, PATH });
  const { signInUrl, webUrl } = await readAddresses(up);
  const signedIn = await fetch(signInUrl, { redirect: 'manual' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const added = await fetch(new URL('/api/repositories', webUrl), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'shop', localPath: source }),
  });
  expect(added.status).toBe(201);
  const map = (...args: readonly string[]) =>
    runShipmate(['map', ...args], { SHIPMATE_URL: webUrl, SHIPMATE_TOKEN: token });

  const indexed = await map('index', 'shop');
  expect(indexed).toEqual({ exitCode: 0, stdout: `Indexed shop at ${head}: 2 files.\n`, stderr: '' });
  const difference = await map('diff', base, head.slice(0, 10));
  expect(difference.exitCode).toBe(0);
  expect(difference.stdout).toMatch(markdown);
  expect(difference.stdout).toContain('```mermaid\nflowchart LR\n');
  const same = await map('diff', base, 'main', '--repository', 'shop', '--json');
  const { base: from, head: to, addedEdges } = JSON.parse(same.stdout) as CodeComparisonResponse;
  expect([from, to, addedEdges]).toEqual([
    base,
    head,
    [{ from: 'cart.ts', to: 'money.ts', evidence: { path: 'cart.ts', line: 1 } }],
  ]);
  const listed = await map('list');
  expect(listed.stdout).toContain(`shop  ${head.slice(0, 12)}`);
  expect(listed.stdout).toContain(`shop  ${base.slice(0, 12)}`);

  const unknown = await map('index', 'cart');
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('Repository "cart" not found. Use one of: "shop".'),
  ]);
  const branch = await map('diff', 'main', 'gone');
  expect([branch.exitCode, branch.stdout]).toEqual([1, '']);
  expect(branch.stderr).toMatch(/The index failed: .*gone/);
});

it('shipmate map compares revisions in its own process', async () => {
  const difference = await runShipmate(['map', 'diff', base, head, ...dataDir], { PATH });
  expect(difference).toEqual({ exitCode: 0, stdout: expect.stringMatching(markdown), stderr: '' });
  const indexed = await runShipmate(['map', 'index', '--commit', base, '--json', ...dataDir], { PATH });
  expect(JSON.parse(indexed.stdout)).toMatchObject({ commit: base, branch: null, files: 2 });
});
