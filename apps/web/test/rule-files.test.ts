import { newId } from '@shipmate/domain';
import { createTestRule } from '@shipmate/domain/testing';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ExportRulesResponse, RuleChangesResponse } from '@shipmate/protocol/web/rule-files';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

async function setUp() {
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const { ruleId } = await createTestRule(web.unitOfWork, principal);
  const { rules } = web.unitOfWork.stores;
  return { browser, principal, rules, ruleId };
}

const exportFrom = async (browser: TestBrowser) => read<ExportRulesResponse>(await browser.fetch('/api/rules/export'));
const note = (message = 'x') => ({
  id: newId(),
  name: 'Note',
  action_type: 'log_audit_entry',
  action_config: { entity_name: 'core.tasks', action: 'noted', message },
});
const ruleOf = (overrides: object = {}) => ({
  name: 'Noted',
  entity: 'core.tasks',
  trigger_type: 'on_update',
  actions: [note()],
  ...overrides,
});

it('an export is unchanged when it is compared, and creates the same rules in another organization', async () => {
  const { browser, ruleId } = await setUp();
  const file = await exportFrom(browser);
  expect(file.rules).toMatchObject([{ id: ruleId, name: 'Low stock alert', trigger_type: 'on_update' }]);
  const same = await read<RuleChangesResponse>(await browser.post('/api/rules/diff', file));
  expect(same).toMatchObject({ changes: [{ ruleId, change: 'unchanged', baseRevision: 1, summary: '' }], unnamed: [] });
  const other = await web.signIn();
  const [rule] = file.rules;
  const elsewhere = { rules: [{ ...rule, id: newId() }] };
  const created = await read<RuleChangesResponse>(await other.post('/api/rules/apply', elsewhere));
  expect(created.changes).toMatchObject([{ change: 'create', baseRevision: null }]);
  expect((await exportFrom(other)).rules).toEqual(elsewhere.rules);
});

it('an id of another organization is applied like an unused one: the rule gets a new id, and is found by its name then', async () => {
  const { browser, rules, principal, ruleId } = await setUp();
  const file = await exportFrom(browser);
  const before = await rules.get(principal, ruleId);
  const other = await web.signIn();
  const created = await read<RuleChangesResponse>(await other.post('/api/rules/apply', file));
  const { rules: copies } = await exportFrom(other);
  expect(copies).toMatchObject([{ name: 'Low stock alert' }]);
  expect(copies[0]?.id).not.toBe(ruleId);
  expect(created.changes).toMatchObject([{ change: 'create', baseRevision: null, ruleId: copies[0]?.id }]);
  const repeated = await read<RuleChangesResponse>(await other.post('/api/rules/apply', file));
  expect(repeated.changes).toMatchObject([{ change: 'unchanged', ruleId: copies[0]?.id }]);
  expect(await rules.get(principal, ruleId)).toEqual(before);
});

it('a file is applied as a whole: new rules, changes by id or name, and no change of other rules', async () => {
  const { browser, rules, principal, ruleId } = await setUp();
  const [rule] = (await exportFrom(browser)).rules;
  const id = newId();
  const added = ruleOf();
  const file = {
    rules: [
      { ...rule, name: 'Renamed' },
      { ...added, id },
    ],
  };
  const compared = await read<RuleChangesResponse>(await browser.post('/api/rules/diff', file));
  expect(compared.changes).toMatchObject([
    { ruleId, change: 'update', summary: 'name', baseRevision: 1 },
    { ruleId: id, change: 'create' },
  ]);
  expect(await rules.listNames(principal)).toEqual(['Low stock alert']);
  await read(await browser.post('/api/rules/apply', file));
  expect(await rules.get(principal, ruleId)).toMatchObject({ name: 'Renamed', revision: 2 });
  expect(await rules.get(principal, id)).toMatchObject({
    name: 'Noted',
    actions: [{ id: added.actions[0]?.id }],
  });
  const byName = { rules: [ruleOf({ name: 'NOTED', description: 'By name' })] };
  const applied = await read<RuleChangesResponse>(await browser.post('/api/rules/apply', byName));
  expect(applied).toMatchObject({ changes: [{ ruleId: id, change: 'update' }], unnamed: ['Renamed'] });
});

it('a file is refused as a whole, with the path of each error', async () => {
  const { browser, rules, principal, ruleId } = await setUp();
  const refuse = async (body: object) => {
    const response = await browser.post('/api/rules/apply', body);
    const { code, message } = await read<ErrorEnvelope>(response);
    return `${response.status} ${code} ${message}`;
  };
  const broken = ruleOf({ name: 'Broken', entity: 'core.gone' });
  expect(await refuse({ rules: [ruleOf(), broken] })).toMatch(/400 VALIDATION_ERROR .*rules\[1\]\.entity: /s);
  expect(await refuse({ rules: [ruleOf(), ruleOf()] })).toMatch(/rules\[1\]\.name: .*twice/);
  for (const unknown of [
    { rules: [ruleOf({ owner: 'me' })] },
    { rules: [ruleOf({ actions: [{ ...note(), retries: 3 }] })] },
    { rules: [ruleOf({ noise: { dedupe: {} } })] },
    { rules: [ruleOf({ trigger_conditions: { fields: [] } })] },
    { rules: [ruleOf()], version: 1 },
  ]) {
    expect(await refuse(unknown)).toMatch(/^400 VALIDATION_ERROR /);
  }
  expect(await rules.listNames(principal)).toEqual(['Low stock alert']);
  const rule = await rules.get(principal, ruleId);
  await rules.update(principal, ruleId, { definition: { ...rule, description: 'Meanwhile' }, baseRevision: 1 });
  const [entry] = (await exportFrom(browser)).rules;
  const stale = { rules: [{ ...entry, name: 'Renamed' }, ruleOf()], baseRevisions: { [ruleId]: 1 } };
  expect(await refuse(stale)).toMatch(/^409 CONFLICT /);
  expect(await rules.listNames(principal)).toEqual(['Low stock alert']);
});

it('a token cannot apply an active rule that calls tools', async () => {
  const { browser, rules, principal } = await setUp();
  const { secret } = await read<CreateApiTokenResponse>(
    await browser.post('/api/tokens', { name: 'ci', expiresInDays: 1, scopes: ['workflow:read', 'workflow:write'] }),
  );
  const program = web.openBrowser({ authorization: `Bearer ${secret}` });
  const call = { name: 'Call', action_type: 'call_tool', action_config: { tool: 'textEditor' } };
  const file = (isActive: boolean) => ({ rules: [ruleOf({ actions: [call], is_active: isActive })] });
  expect(await readError(await program.post('/api/rules/apply', file(true)))).toEqual([401, 'UNAUTHORIZED']);
  expect((await program.post('/api/rules/apply', file(false))).status).toBe(200);
  expect(await rules.listNames(principal)).toContain('Noted');
});
