import { newId } from '@shipmate/domain';
import type { SpendLimitsResponse, SpendResponse, ToolUsageResponse } from '@shipmate/protocol/web/spend';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const none = { tokens: null, costUsd: null };
const unlimited = { organization: { day: none, month: none }, user: { day: none, month: none } };
const limitsPath = '/api/organization/spend-limits';

async function ask(browser: TestBrowser): Promise<Response> {
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const message = { role: 'user', parts: [{ type: 'text', text: 'Explain the chart.' }] };
  return browser.post('/api/chat', { id: newId(), workspaceId, messages: [message] });
}

const readSpend = async (browser: TestBrowser, query = '') =>
  read<SpendResponse>(await browser.fetch(`/api/organization/spend${query}`));

it('spend limits are set by owners, and refuse a question once they are reached', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const colleague = await signInColleague(web, owner);
  expect(await read(await owner.fetch(limitsPath))).toEqual({ limits: unlimited, mayChange: true });
  const limits = { ...unlimited, user: { day: none, month: { tokens: 1, costUsd: null } } };
  expect(await readError(await colleague.send('PUT', limitsPath, limits))).toEqual([404, 'NOT_FOUND']);
  expect(await read<SpendLimitsResponse>(await owner.send('PUT', limitsPath, limits))).toEqual({
    limits,
    mayChange: true,
  });
  expect(await read(await colleague.fetch(limitsPath))).toEqual({ limits, mayChange: false });

  expect(await (await ask(owner)).text()).toContain('[DONE]');
  const refused = await ask(owner);
  expect([refused.status, await read<unknown>(refused.clone())]).toMatchObject([
    429,
    { code: 'RATE_LIMITED', message: expect.stringContaining('You have used up the limit of 1 tokens a month.') },
  ]);
  expect((await ask(colleague)).status).toBe(200);
});

it.each([
  ['nothing', {}],
  ['less than a token', { ...unlimited, user: { day: none, month: { tokens: 0.5, costUsd: null } } }],
  ['no cost at all', { ...unlimited, organization: { day: { tokens: null, costUsd: 0 }, month: none } }],
])('spend limits reject %s', async (_, limits) => {
  await using web = await startWeb();
  const owner = await web.signIn();
  expect(await readError(await owner.send('PUT', limitsPath, limits))).toEqual([400, 'VALIDATION_ERROR']);
});

it('GET spend shows owners the usage of all users, and others their own', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const colleague = await signInColleague(web, owner);
  for (const browser of [owner, colleague]) await (await ask(browser)).text();

  const all = await readSpend(owner);
  expect(all.windows.map(({ scope, period }) => `${scope} ${period}`)).toEqual([
    'organization day',
    'organization month',
    'user day',
    'user month',
  ]);
  const users = [owner, colleague].map(({ tenant }) => tenant.principal.userId);
  expect(new Set(all.records.map(({ userId }) => userId))).toEqual(new Set(users));
  expect(all.records[0]).toMatchObject({
    model: 'demo:shipmate-demo',
    costUsd: 0,
    unpricedTokens: 0,
    isEstimated: true,
  });

  const own = await readSpend(colleague);
  expect(own.windows.map(({ scope }) => scope)).toEqual(['user', 'user']);
  expect(own.records.map(({ userId }) => userId)).toEqual([colleague.tenant.principal.userId]);
  expect(own.records[0]?.tokens).toBeGreaterThan(0);

  const month = new Date().toISOString().slice(0, 7);
  expect((await readSpend(owner, `?month=${month}`)).records).toEqual(all.records);
  expect((await readSpend(owner, '?month=2020-01')).records).toEqual([]);
  const odd = await owner.fetch('/api/organization/spend?month=2026-13');
  expect(await readError(odd)).toEqual([400, 'VALIDATION_ERROR']);
});

it('GET tool-usage shows owners the calls of all users, and others their own', async () => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const colleague = await signInColleague(web, owner);
  const readTools = async (browser: TestBrowser, query = '') =>
    (await read<ToolUsageResponse>(await browser.fetch(`/api/organization/tool-usage${query}`))).tools;
  expect(await readTools(owner)).toEqual([]);
  await (await ask(owner)).text();
  const before = await readTools(owner);
  expect(before.length).toBeGreaterThan(0);
  for (const row of before) {
    expect(row).toMatchObject({ model: 'demo:shipmate-demo', errors: 0, resultTokens: expect.any(Number) });
    expect(row.calls).toBeGreaterThan(0);
  }
  expect(await readTools(colleague)).toEqual([]);
  await (await ask(colleague)).text();
  expect(await readTools(colleague)).toEqual(before);
  expect(await readTools(owner)).toEqual(
    before.map((row) => ({
      ...row,
      calls: 2 * row.calls,
      repeats: 2 * row.repeats,
      resultTokens: 2 * row.resultTokens,
    })),
  );
  expect(await readTools(owner, '?month=2020-01')).toEqual([]);
  const odd = await owner.fetch('/api/organization/tool-usage?month=2026-13');
  expect(await readError(odd)).toEqual([400, 'VALIDATION_ERROR']);
});
