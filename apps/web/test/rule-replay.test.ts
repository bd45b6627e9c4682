import { newId } from '@shipmate/domain';
import { createTestRule, defineLowStockRule } from '@shipmate/domain/testing';
import { matchEvents } from '@shipmate/domain/use-cases';
import { ruleNoiseSchema } from '@shipmate/domain/workflow';
import type { RuleExecutionListResponse } from '@shipmate/protocol/web/rule-executions';
import type {
  RuleSilenceListResponse,
  RuleSilenceView,
  SuppressedEventListResponse,
} from '@shipmate/protocol/web/rule-noise';
import type {
  ReplayNewRuleResponse,
  ReplayRuleResponse,
  RuleTestListResponse,
  RuleTestView,
  RuleUsesResponse,
  RunRuleTestsResponse,
  TestRuleResponse,
} from '@shipmate/protocol/web/rule-replay';
import type { RulePreviewView, RuleView } from '@shipmate/protocol/web/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

async function setUp() {
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const created = await createTestRule(web.unitOfWork, principal);
  const { entityRows } = web.unitOfWork.stores;
  const setQuantity = (quantity: number) =>
    entityRows.update(principal, 'inventory.inventory_items', { key: created.rowKey, values: { quantity } });
  const match = () => matchEvents(web.unitOfWork, 100);
  return { browser, principal, stores: web.unitOfWork.stores, setQuantity, match, ...created };
}

it('a rule is tried with a row, and so is another content of it', async () => {
  const { browser, ruleId } = await setUp();
  const test = async (body: object) => read<TestRuleResponse>(await browser.post(`/api/rules/${ruleId}/test`, body));
  const tried = await test({ row: { quantity: 3 } });
  expect(tried).toMatchObject({
    wouldTrigger: true,
    actions: [
      { name: 'Check stock', outcome: 'run', port: 'true', isAssumed: false },
      { name: 'Send alert', outcome: 'run', isAssumed: true, input: { message: 'Only 3 left.' } },
    ],
  });
  expect(await test({ row: { quantity: 30 } })).toMatchObject({
    actions: [{ port: 'false' }, { outcome: 'not_reached' }],
  });
  const definition = defineLowStockRule({ threshold: 50 });
  expect(await test({ row: { quantity: 30 }, definition })).toMatchObject({ actions: [{ port: 'true' }, {}] });
  const broken = { ...definition, entity: 'inventory.gone' };
  const refused = await browser.post(`/api/rules/${ruleId}/test`, { row: {}, definition: broken });
  expect(await readError(refused)).toEqual([400, 'VALIDATION_ERROR']);
  const unknown = { ...definition, triggerConditions: [{ field_name: 'quantity', operator: 'below', value: 1 }] };
  const invalid = await browser.post(`/api/rules/${ruleId}/test`, { row: {}, definition: unknown });
  expect(await readError(invalid)).toEqual([400, 'VALIDATION_ERROR']);
});

it('a proposed content is replayed over stored events, beside the current one, without a side effect', async () => {
  const { browser, principal, stores, ruleId, setQuantity, match } = await setUp();
  for (const quantity of [8, 7, 6]) await setQuantity(quantity);
  await match();
  const rule = await read<RuleView>(await browser.fetch(`/api/rules/${ruleId}`));
  const { actions, edges, name, description, isActive, entity, trigger } = rule;
  const content = { name, description, isActive, entity, trigger, actions, edges };
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['entity_id'], window: '1h' } });
  const conditions = [{ field_name: 'quantity', operator: 'less_than', value: 10 } as const];
  const definition = { ...content, triggerConditions: conditions, noise };
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const path = `/api/rules/${ruleId}/replay`;
  const before = await stores.ruleExecutions.listForRule(principal, ruleId, { offset: 0, limit: 50 });
  const replay = await read<ReplayRuleResponse>(await browser.post(path, { from, to, definition }));
  expect(replay.proposed).toMatchObject({
    summary: 'Would have run once (1 evaluate_condition, 1 create_alert); 2 events suppressed.',
    events: 4,
    matched: 3,
    runs: 1,
    suppressed: { duplicate: 2 },
    isComplete: true,
    decisions: [{ suppressedBy: null }, { suppressedBy: 'duplicate' }, { suppressedBy: 'duplicate' }],
  });
  expect(replay.current).toMatchObject({ matched: 4, runs: 4, suppressed: {}, actions: { create_alert: 3 } });
  expect(await stores.ruleExecutions.listForRule(principal, ruleId, { offset: 0, limit: 50 })).toEqual(before);
  const same = await read<ReplayRuleResponse>(await browser.post(path, { from, to, revision: 1 }));
  expect(same.proposed).toEqual(same.current);
  const preview = await stores.rulePreviews.create(principal, {
    id: newId(),
    runId: null,
    ruleId,
    baseRevision: 1,
    description: 'Less noise',
    definition,
  });
  const previewed = await read<ReplayRuleResponse>(await browser.post(path, { from, to, previewId: preview.id }));
  expect(previewed.proposed).toEqual(replay.proposed);
  expect(await readError(await browser.post(path, { from, to, revision: 9 }))).toEqual([404, 'NOT_FOUND']);
  expect(await readError(await browser.post(path, { from: to, to: from }))).toEqual([400, 'VALIDATION_ERROR']);
  const both = await browser.post(path, { from, to, revision: 1, previewId: preview.id });
  expect(await readError(both)).toEqual([400, 'VALIDATION_ERROR']);
});

it('a rule that is not saved yet is replayed over stored events, as a definition and as a preview', async () => {
  const { browser, principal, stores, previewId, setQuantity, match } = await setUp();
  for (const quantity of [8, 3]) await setQuantity(quantity);
  await match();
  const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const post = (body: object) => browser.post('/api/rules/replay', { from, to, ...body });
  const previewed = await read<ReplayNewRuleResponse>(await post({ previewId }));
  const summary = 'Would have run 3 times (3 evaluate_condition, 2 create_alert).';
  expect(previewed).toMatchObject({ from, to, proposed: { summary, events: 3, isComplete: true } });
  const { definition } = await stores.rulePreviews.get(principal, previewId);
  expect(await read<ReplayNewRuleResponse>(await post({ definition }))).toEqual(previewed);
  const broken = { ...definition, entity: 'inventory.gone' };
  for (const body of [{ definition: broken }, { definition, previewId }, {}]) {
    expect(await readError(await post(body))).toEqual([400, 'VALIDATION_ERROR']);
  }
  const rule = await stores.rules.create(principal, { id: newId(), definition: { ...definition, name: 'Saved' } });
  const base = { ruleId: rule.id, baseRevision: 1, runId: null, description: '', definition };
  const change = await stores.rulePreviews.create(principal, { ...base, id: newId() });
  expect(await readError(await post({ previewId: change.id }))).toEqual([409, 'CONFLICT']);
});

it('a past execution becomes a saved test, which fails for a content that reacts otherwise', async () => {
  const { browser, principal, stores, ruleId, executionId } = await setUp();
  const path = `/api/rules/${ruleId}/tests`;
  const rule = await stores.rules.get(principal, ruleId);
  const [check] = rule.actions;
  const owner = newId();
  await stores.runs.claim(executionId, { owner, seconds: 60 });
  await stores.ruleExecutions.saveStep(
    { runId: executionId, owner },
    {
      actionId: check?.id ?? '',
      actionName: 'Check stock',
      actionType: 'evaluate_condition',
      status: 'completed',
      attempt: 1,
      input: {},
      output: { result: false },
      port: 'false',
      error: null,
    },
  );
  const saved = await read<RuleTestView>(await browser.post(path, { name: 'Enough stock', executionId }));
  expect(saved).toMatchObject({
    name: 'Enough stock',
    events: [{ row: { quantity: 20 }, before: { quantity: 30 } }],
    expected: { runs: 1, actions: [check?.id] },
  });
  const written = {
    name: 'Low stock',
    events: [{ entityKey: 'a', row: { quantity: 1 }, at: '2026-01-01T00:00:00Z' }],
    expected: { runs: 1, actions: ['Check stock', 'Send alert'] },
  };
  await read<RuleTestView>(await browser.post(path, written));
  expect((await read<RuleTestListResponse>(await browser.fetch(path))).tests.map(({ name }) => name)).toEqual([
    'Enough stock',
    'Low stock',
  ]);
  const run = async (body: object) => read<RunRuleTestsResponse>(await browser.post(`${path}/run`, body));
  expect((await run({})).results.map(({ isPassed }) => isPassed)).toEqual([true, true]);
  const actions = rule.actions.map((action) =>
    action.id === check?.id
      ? { ...action, config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 50 }] } }
      : action,
  );
  const { name, description, isActive, entity, trigger, edges } = rule;
  const definition = { name, description, isActive, entity, trigger, triggerConditions: [], actions, edges };
  expect((await run({ definition })).results).toMatchObject([
    { name: 'Enough stock', isPassed: false, differences: ['"Send alert" runs, which was not expected.'] },
    { name: 'Low stock', isPassed: true },
  ]);
  const preview = await stores.rulePreviews.create(principal, {
    id: newId(),
    runId: null,
    ruleId,
    baseRevision: 1,
    description: 'Raise the threshold',
    definition: { ...rule, actions },
  });
  const view = await read<RulePreviewView>(await browser.fetch(`/api/rules/previews/${preview.id}`));
  expect(view.tests.map(({ name: title, isPassed }) => [title, isPassed])).toEqual([
    ['Enough stock', false],
    ['Low stock', true],
  ]);
  expect(await readError(await browser.post(path, written))).toEqual([409, 'CONFLICT']);
  expect((await browser.fetch(`${path}/${saved.id}`, { method: 'DELETE' })).status).toBe(204);
});

it('a member silences a rule, sees the suppressed events with their reasons, and ends the silence', async () => {
  const { browser, principal, stores, ruleId, setQuantity, match } = await setUp();
  const path = `/api/rules/${ruleId}/silences`;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const silence = await read<RuleSilenceView>(
    await browser.post(path, { match: { quantity: 8 }, reason: 'Stock is counted', until }),
  );
  expect(silence).toMatchObject({ match: { quantity: 8 }, reason: 'Stock is counted', until });
  expect(await read<RuleSilenceListResponse>(await browser.fetch(path))).toEqual({ silences: [silence] });
  for (const quantity of [8, 7]) await setQuantity(quantity);
  await match();
  const { events } = await read<SuppressedEventListResponse>(await browser.fetch(`/api/rules/${ruleId}/suppressed`));
  expect(events).toMatchObject([
    { kind: 'silence', reason: `Silenced until ${until}: Stock is counted.`, row: { quantity: 8 }, executionId: null },
  ]);
  expect((await browser.fetch(`${path}/${silence.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await browser.fetch(`${path}/${silence.id}`, { method: 'DELETE' }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  const kinds = (await stores.audit.list(principal, { limit: 2 })).map(({ kind, details }) => [kind, details]);
  expect(kinds).toMatchObject([
    ['rule_changed', { silenceRemoved: 'Stock is counted' }],
    ['rule_changed', { silencedUntil: until, reason: 'Stock is counted' }],
  ]);
  const past = await browser.post(path, { reason: 'x', until: new Date(0).toISOString() });
  expect(await readError(past)).toEqual([400, 'VALIDATION_ERROR']);
});

it('the list of executions counts the events that each one stands for', async () => {
  const { browser, principal, stores, ruleId, setQuantity, match } = await setUp();
  const rule = await stores.rules.get(principal, ruleId);
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['entity_id'], window: '1h' } });
  await stores.rules.update(principal, ruleId, { definition: { ...rule, noise }, baseRevision: 1 });
  for (const quantity of [8, 7, 6]) await setQuantity(quantity);
  await match();
  const { executions } = await read<RuleExecutionListResponse>(await browser.fetch(`/api/rules/${ruleId}/executions`));
  expect(executions.map(({ suppressed }) => suppressed)).toEqual([{ duplicate: 2 }, {}]);
  const copy = await read<RuleView>(await browser.post(`/api/rules/${ruleId}/duplicate`, {}));
  expect(copy.noise).toEqual(noise);
  const disabled = await browser.send('PATCH', `/api/rules/${ruleId}`, { isActive: false, baseRevision: 2 });
  expect((await read<RuleView>(disabled)).noise).toEqual(noise);
});

it('uses of an entity, a field, a user and an action type are listed by place', async () => {
  const { browser, ruleId } = await setUp();
  const find = async (query: string) => read<RuleUsesResponse>(await browser.fetch(`/api/rules/uses?${query}`));
  expect(await find('entity=inventory.inventory_items&field=quantity')).toMatchObject({
    uses: [{ ruleId, path: 'actions[0].action_config.conditions[0].field_name' }, { action: { name: 'Send alert' } }],
  });
  expect(await find('action_type=create_alert')).toMatchObject({ uses: [{ ruleId, ruleName: 'Low stock alert' }] });
  for (const query of ['', 'field=quantity', 'user=a&entity=b']) {
    expect(await readError(await browser.fetch(`/api/rules/uses?${query}`))).toEqual([400, 'VALIDATION_ERROR']);
  }
});
