import { noUsage, type Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import { toPayload } from '@shipmate/domain/workflow';
import type { AgentPreview } from '@shipmate/protocol/agent-chat';
import type { DeadEventListResponse } from '@shipmate/protocol/web/dead-events';
import type { EntityListResponse, EntityRowListResponse } from '@shipmate/protocol/web/entities';
import type { RuleAlertListResponse, RuleAlertView } from '@shipmate/protocol/web/rule-alerts';
import type { CheckRuleResponse, CreatePreviewResponse, RuleEditorResponse } from '@shipmate/protocol/web/rule-editor';
import type {
  BegunExecution,
  RuleExecutionListResponse,
  RuleExecutionView,
} from '@shipmate/protocol/web/rule-executions';
import type { RuleListResponse, RulePreviewView, RuleRevisionsResponse, RuleView } from '@shipmate/protocol/web/rules';
import type { RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestRule, defineLowStockRule } from '@shipmate/domain/testing';
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
  return { browser, principal, stores: web.unitOfWork.stores, ...(await createTestRule(web.unitOfWork, principal)) };
}

it('a person accepts a preview once, and the rule exists', async () => {
  const { browser, previewId } = await setUp();
  const accept = () => browser.post(`/v1/agent/previews/${previewId}/accept`, {});
  const before = await read<AgentPreview>(await browser.fetch(`/v1/agent/previews/${previewId}`));
  expect(before).toMatchObject({
    preview_id: previewId,
    description: 'Alert on low stock',
    is_update: false,
    workflow: { name: 'Other', entity: 'inventory.inventory_items', edges: [{ edge_type: 'start' }, {}] },
    status: 'pending',
  });
  const accepted = await read<AgentPreview>(await accept());
  expect(accepted.status).toBe('accepted');
  const rule = await read<RuleView>(await browser.fetch(`/api/rules/${accepted.accepted_workflow_id}`));
  expect(rule).toMatchObject({ name: 'Other', revision: 1, ports: { evaluate_condition: ['true', 'false'] } });
  expect(await readError(await accept())).toEqual([409, 'CONFLICT']);
  expect(await readError(await browser.post(`/v1/agent/previews/${previewId}/reject`, {}))).toEqual([409, 'CONFLICT']);
});

it('the acceptance of a change answers 409 with the difference when the rule has changed since', async () => {
  const { browser, principal, stores, ruleId } = await setUp();
  const rule = await stores.rules.get(principal, ruleId);
  const change = { id: newId(), runId: null, ruleId, baseRevision: 1, description: 'Threshold 5' };
  const preview = await stores.rulePreviews.create(principal, {
    ...change,
    definition: { ...rule, description: 'Changed' },
  });
  await read(await browser.send('PATCH', `/api/rules/${ruleId}`, { isActive: false, baseRevision: 1 }));
  const view = await read<RulePreviewView>(await browser.fetch(`/api/rules/previews/${preview.id}`));
  expect(view).toMatchObject({ baseRevision: 1, currentRevision: 2, before: { isActive: true } });
  const refused = await browser.post(`/v1/agent/previews/${preview.id}/accept`, {});
  expect([refused.status, await read(refused)]).toMatchObject([
    409,
    { code: 'CONFLICT', details: { revision: 2, difference: { fields: ['isActive'] } } },
  ]);
});

it('the data of a rule say that its owner has left, until another member saves it', async () => {
  const { browser, principal, stores, ruleId } = await setUp();
  const stranger = (await web.signIn()).tenant.principal;
  const rule = await stores.rules.get(principal, ruleId);
  const leaver = { ...stranger, organizationId: principal.organizationId };
  await stores.rules.update(leaver, ruleId, { definition: rule, baseRevision: 1 });
  const view = () => browser.fetch(`/api/rules/${ruleId}`).then((response) => read<RuleView>(response));
  expect(await view()).toMatchObject({ ownerHasLeft: true, ownerName: 'A former member' });
  await read(await browser.send('PATCH', `/api/rules/${ruleId}`, { isActive: true, baseRevision: 2 }));
  expect(await view()).toMatchObject({ ownerHasLeft: false });
});

it('the acceptance checks a preview against the current rules', async () => {
  const { browser, principal, stores } = await setUp();
  const definition = { ...defineLowStockRule({ name: 'Gone' }), entity: 'inventory.gone' };
  const none = { id: newId(), runId: null, ruleId: null, baseRevision: null, description: '' };
  const preview = await stores.rulePreviews.create(principal, { ...none, definition });
  const refused = await browser.post(`/v1/agent/previews/${preview.id}/accept`, {});
  expect([refused.status, await read(refused)]).toMatchObject([
    400,
    { details: { errors: [{ code: 'ENTITY_NOT_FOUND' }] } },
  ]);
});

it('a rule is disabled, duplicated, restored and removed, each as a revision of its own', async () => {
  const { browser, ruleId } = await setUp();
  const path = `/api/rules/${ruleId}`;
  const disabled = await read<RuleView>(await browser.send('PATCH', path, { isActive: false, baseRevision: 1 }));
  expect(disabled).toMatchObject({ isActive: false, revision: 2 });
  const stale = await browser.send('PATCH', path, { isActive: true, baseRevision: 1 });
  expect(await readError(stale)).toEqual([409, 'CONFLICT']);
  for (const name of ['Low stock alert copy', 'Low stock alert copy 2']) {
    const copy = await read<RuleView>(await browser.post(`${path}/duplicate`, {}));
    expect(copy).toMatchObject({ name, isActive: false, edges: [{ target: copy.actions[0]?.id }, {}] });
    expect(copy.actions[0]?.id).not.toBe(disabled.actions[0]?.id);
  }
  const restored = await read<RuleView>(await browser.post(`${path}/revisions/1/restore`, { baseRevision: 2 }));
  expect(restored).toMatchObject({ isActive: true, revision: 3 });
  const { revisions } = await read<RuleRevisionsResponse>(await browser.fetch(`${path}/revisions`));
  expect(revisions.map(({ revision, difference }) => [revision, difference.fields])).toEqual([
    [3, ['isActive']],
    [2, ['isActive']],
    [1, expect.arrayContaining(['name', 'entity'])],
  ]);
  expect(await readError(await browser.post(`${path}/revisions/9/restore`, { baseRevision: 3 }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect((await browser.send('DELETE', path, {})).status).toBe(204);
  const { rules } = await read<RuleListResponse>(await browser.fetch('/api/rules'));
  expect(rules.map(({ name }) => name)).toEqual(['Low stock alert copy', 'Low stock alert copy 2']);
});

const draft = (overrides: object = {}) => ({ ...toPayload(defineLowStockRule({ name: 'Edited' })), ...overrides });

it('the editor gets the schema of every action type, and the members and roles to whom actions refer', async () => {
  const { browser, principal } = await setUp();
  const { actionTypes, members, roles } = await read<RuleEditorResponse>(await browser.fetch('/api/rules/editor'));
  expect(actionTypes.find(({ type }) => type === 'evaluate_condition')).toMatchObject({
    ports: ['true', 'false'],
    schema: { type: 'object', required: ['conditions'] },
  });
  expect([members.map(({ id }) => id), roles]).toEqual([[principal.userId], ['owner', 'member']]);
});

it('a check returns every problem with its path and the nearest names', async () => {
  const { browser, ruleId } = await setUp();
  const conditions = [{ field_name: 'quantitty', operator: 'less_than', value: 1 }];
  const workflow = draft({ entity: 'inventory.items', trigger_conditions: { field_conditions: conditions } });
  const { problems } = await read<CheckRuleResponse>(await browser.post('/api/rules/check', { workflow }));
  expect(problems.filter(({ code }) => code === 'ENTITY_NOT_FOUND')).toMatchObject([
    { severity: 'error', path: 'entity', code: 'ENTITY_NOT_FOUND', hint: expect.stringContaining('inventory_items') },
  ]);
  const known = draft({ trigger_conditions: { field_conditions: conditions } });
  const next = await read<CheckRuleResponse>(await browser.post('/api/rules/check', { workflow: known, ruleId }));
  expect(next.problems.filter(({ code }) => code === 'FIELD_NOT_FOUND')).toMatchObject([
    { path: 'trigger_conditions.field_conditions[0].field_name', hint: expect.stringContaining('quantity') },
  ]);
});

it('a person saves an edited rule as a preview that keeps the ids of its actions, unless the rule has changed', async () => {
  const { browser, principal, stores, ruleId } = await setUp();
  const { actions, ...rule } = await stores.rules.get(principal, ruleId);
  const payload = toPayload({ ...rule, actions, name: 'Edited' });
  const added = { id: 'temp:new', name: 'Wait', action_type: 'delay', action_config: { duration: '5m' } };
  const edge = { source_action_id: actions[1]?.id, target_action_id: 'temp:new', edge_type: 'always' };
  const workflow = { ...payload, actions: [...payload.actions, added], edges: [...payload.edges, edge] };
  const request = { workflow, description: 'Wait', base: { ruleId, revision: 1 } };
  const created = await browser.post('/api/rules/previews', request);
  const { previewId } = await read<CreatePreviewResponse>(created);
  const preview = await read<RulePreviewView>(await browser.fetch(`/api/rules/previews/${previewId}`));
  expect(preview).toMatchObject({ ruleId, baseRevision: 1, status: 'pending' });
  expect(preview.definition.actions.slice(0, 2).map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  expect(preview.definition.actions[2]?.id).not.toBe('temp:new');
  await read(await browser.post(`/v1/agent/previews/${previewId}/accept`, {}));
  expect(await readError(await browser.post('/api/rules/previews', request))).toEqual([409, 'CONFLICT']);
  const invalid = await browser.post('/api/rules/previews', { workflow: draft({ name: '' }), description: 'New' });
  expect([invalid.status, await read(invalid)]).toMatchObject([400, { details: { errors: [{ path: 'name' }] } }]);
});

it('an alert is listed by status, acknowledged with notes, and resolved', async () => {
  const { browser, alertId } = await setUp();
  const list = async (query: string) =>
    (await read<RuleAlertListResponse>(await browser.fetch(`/api/alerts${query}`))).alerts.map(({ id }) => id);
  expect(await list('?status=active&severity=high')).toEqual([alertId]);
  const seen = await read<RuleAlertView>(
    await browser.post(`/api/alerts/${alertId}/acknowledge`, { notes: 'On my way.' }),
  );
  expect(seen).toMatchObject({ status: 'acknowledged', acknowledgments: [{ notes: 'On my way.' }] });
  expect(await list('?status=active')).toEqual([]);
  expect(await read(await browser.post(`/api/alerts/${alertId}/resolve`, {}))).toMatchObject({ status: 'resolved' });
  expect(await readError(await browser.post(`/api/alerts/${alertId}/dismiss`, {}))).toEqual([409, 'CONFLICT']);
});

it('the executions of a rule are listed, and each has its row and steps', async () => {
  const { browser, ruleId, rowKey, executionId } = await setUp();
  const path = `/api/rules/${ruleId}/executions`;
  const { executions } = await read<RuleExecutionListResponse>(await browser.fetch(path));
  expect(executions).toMatchObject([
    { id: executionId, revision: 1, trigger: 'on_update', entityKey: rowKey, status: 'queued', endedAt: null },
  ]);
  const execution = await read<RuleExecutionView>(await browser.fetch(`${path}/${executionId}`));
  expect(execution).toMatchObject({
    id: executionId,
    ruleName: 'Low stock alert',
    isOwn: true,
    definition: { actions: [{ name: 'Check stock' }, { name: 'Send alert' }] },
    unreached: [],
    row: { quantity: 20 },
    steps: [],
  });
  const other = await read<RuleView>(await browser.post(`/api/rules/${ruleId}/duplicate`, {}));
  const elsewhere = await browser.fetch(`/api/rules/${other.id}/executions/${executionId}`);
  expect(await readError(elsewhere)).toEqual([404, 'NOT_FOUND']);
});

/** Executes the first action of an execution, which ends at a port; returns the writer of its run. */
async function takeFirstStep(stores: Stores, principal: Principal, { executionId, port }: ExecutedStep) {
  const writer = { runId: executionId, owner: newId() };
  await stores.runs.claim(executionId, { owner: writer.owner, seconds: 60 });
  const { actions } = await stores.ruleExecutions.getDefinition(principal, executionId);
  const [{ id: actionId, name: actionName, type: actionType } = { id: '', name: '', type: '' }] = actions;
  const step = { actionId, actionName, actionType, attempt: 1, input: {}, output: {}, port, error: null } as const;
  await stores.ruleExecutions.saveStep(writer, { ...step, status: 'completed' });
  const event = { type: 'rule_step', actionId, name: actionName, status: 'completed', port, error: null } as const;
  await stores.runs.appendEvents(writer, [event]);
  return { writer, actionId };
}

interface ExecutedStep {
  readonly executionId: string;
  readonly port: string;
}

it('an execution names the actions that it can no longer reach', async () => {
  const { browser, principal, stores, ruleId, executionId } = await setUp();
  await takeFirstStep(stores, principal, { executionId, port: 'false' });
  const execution = await read<RuleExecutionView>(
    await browser.fetch(`/api/rules/${ruleId}/executions/${executionId}`),
  );
  const [, alert] = execution.definition.actions;
  expect(execution.unreached).toEqual([alert?.id]);
  expect(execution.steps).toMatchObject([{ port: 'false', approvers: [], wakesInMs: null }]);
});

it('the events of an execution are streamed from the last one that the reader has, until it ends', async () => {
  const { browser, principal, stores, ruleId, executionId } = await setUp();
  const path = `/api/rules/${ruleId}/executions/${executionId}/events`;
  const { writer, actionId } = await takeFirstStep(stores, principal, { executionId, port: 'true' });
  const [first] = await stores.runs.listEvents(executionId, { after: 0, limit: 1 });
  const sequence = first?.sequence ?? 0;
  const stream = await browser.fetch(path);
  const resumed = await browser.fetch(path, { headers: { 'last-event-id': String(sequence) } });
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  await stores.runs.appendEvents(writer, [{ type: 'run_ended', status: 'completed', stopReason: 'final', usage }]);
  await stores.runs.end(writer, {
    status: 'completed',
    stopReason: 'final',
    usage,
    errorCode: null,
    errorMessage: null,
  });
  const step = `id: ${sequence}\nevent: step\ndata: ${JSON.stringify({ actionId, status: 'completed', port: 'true' })}\n\n`;
  const end = `id: ${sequence + 1}\nevent: end\ndata: {"status":"completed"}\n\n`;
  expect(withoutComments(await stream.text())).toBe(`${step}${end}`);
  expect(withoutComments(await resumed.text())).toBe(end);
  expect((await browser.fetch(path)).status).toBe(204);
  const refused = await browser.fetch(path, { headers: { 'last-event-id': 'x' } });
  expect(await readError(refused)).toEqual([400, 'VALIDATION_ERROR']);
});

const withoutComments = (text: string) => text.replaceAll(/^: .*\n\n/gm, '');

it('the list of runs and the trace name the rule of an execution, also after the rule was deleted', async () => {
  const { browser, ruleId, executionId } = await setUp();
  const rule = { id: ruleId, name: 'Low stock alert' };
  const listed = await read<RunListResponse>(await browser.fetch('/api/runs'));
  expect(listed.runs).toMatchObject([{ id: executionId, kind: 'rule_execution', rule }]);
  const trace = async () => (await read<RunTrace>(await browser.fetch(`/api/runs/${executionId}`))).run;
  expect(await trace()).toMatchObject({ rule, conversationTitle: null });
  expect((await browser.send('DELETE', `/api/rules/${ruleId}`, {})).status).toBe(204);
  expect(await trace()).toMatchObject({ kind: 'rule_execution', rule: null });
});

it('the owner of an execution cancels it', async () => {
  const { browser, principal, stores, executionId } = await setUp();
  expect((await browser.post(`/api/runs/${executionId}/stop`, {})).status).toBe(204);
  expect((await stores.runs.get(principal, executionId)).stopRequestedAt).not.toBeNull();
});

it('a failed execution is retried once at a time, and a dead event is retried or discarded', async () => {
  const { browser, stores, principal, ruleId, executionId, eventId } = await setUp();
  const path = `/api/rules/${ruleId}/executions/${executionId}/retry`;
  expect(await readError(await browser.post(path, {}))).toEqual([409, 'CONFLICT']);
  const lease = { runId: executionId, owner: newId() };
  await stores.runs.claim(executionId, { owner: lease.owner, seconds: 60 });
  const failed = {
    status: 'failed',
    stopReason: 'aborted',
    usage: noUsage,
    errorCode: null,
    errorMessage: null,
  } as const;
  await stores.runs.end(lease, failed);
  expect(await readError(await browser.post(path, { fromStep: 'Nothing' }))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await browser.post(path, { fromStep: 'Send alert' }))).toEqual([400, 'VALIDATION_ERROR']);
  const retried = await browser.post(path, { fromStep: 'Check stock', revision: 'current' });
  expect(retried.status).toBe(201);
  const { executionId: retryId } = await read<BegunExecution>(retried);
  const retry = await read<RuleExecutionView>(await browser.fetch(`/api/rules/${ruleId}/executions/${retryId}`));
  expect(retry).toMatchObject({ status: 'queued', retryOfId: executionId, row: { quantity: 20 } });
  expect(await readError(await browser.post(path, {}))).toEqual([409, 'CONFLICT']);

  const list = async () => read<DeadEventListResponse>(await browser.fetch('/api/rules/dead-events'));
  expect(await list()).toMatchObject({ total: 1, events: [{ id: eventId, depth: 8, entity: 'core.tasks' }] });
  expect(await read(await browser.post(`/api/rules/dead-events/${eventId}/retry`, {}))).toEqual({ count: 1 });
  expect(await list()).toEqual({ events: [], total: 0 });
  expect(await read(await browser.post('/api/rules/dead-events/retry', {}))).toEqual({ count: 0 });
  const gone = await browser.send('DELETE', `/api/rules/dead-events/${eventId}`, undefined);
  expect(await readError(gone)).toEqual([404, 'NOT_FOUND']);
  const kinds = (await stores.audit.list(principal, { limit: 10 })).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['rule_retried', 'rule_event_retried']));
});

it('rows are filtered, sorted and changed, unless the row has changed since it was read', async () => {
  const { browser, rowKey } = await setUp();
  const path = '/api/entities/inventory.inventory_items/rows';
  const { entities } = await read<EntityListResponse>(await browser.fetch('/api/entities'));
  expect(entities.find(({ name }) => name === 'core.roles')).toMatchObject({
    key: 'name',
    fields: [{ isWritable: false }, {}],
  });
  const list = async (query: string) => read<EntityRowListResponse>(await browser.fetch(`${path}?${query}`));
  expect(await list('filter=quantity:less_than:21&filter=status:is_null&sort=-quantity')).toMatchObject({
    rows: [{ id: rowKey, quantity: 20 }],
    total: 1,
  });
  expect(await list('filter=quantity:in:1,2')).toEqual({ rows: [], total: 0 });
  const change = (body: object) => browser.send('PATCH', `${path}/${rowKey}`, body);
  const changed = await change({ values: { quantity: '4' }, expected: { quantity: 20 } });
  expect(await read(changed)).toMatchObject({ row: { id: rowKey, quantity: 4 } });
  const stale = await change({ values: { quantity: 5 }, expected: { quantity: 20 } });
  expect(await readError(stale)).toEqual([409, 'CONFLICT']);
  for (const refused of [
    await change({ values: {} }),
    await change({ values: { quantity: 'many' } }),
    await change({ values: { id: rowKey } }),
    await browser.fetch(`${path}?filter=quantity:below:3`),
    await browser.send('PATCH', '/api/entities/core.roles/rows/owner', { values: { members: 2 } }),
  ]) {
    expect(await readError(refused)).toEqual([400, 'VALIDATION_ERROR']);
  }
  expect(await readError(await browser.fetch('/api/entities/inventory.gone/rows'))).toEqual([404, 'NOT_FOUND']);
});
