import { bindTools, createToolExecutionContext, type Principal, runToolLoop, userMessage } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createTestColleague } from '@shipmate/domain/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { acceptPreview } from '@shipmate/domain/use-cases';
import { createDemoModel } from '@shipmate/providers';
import { createCompute } from '@shipmate/tools';
import { WORKFLOW_TOOLS } from '@shipmate/tools/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { profileFor } from '../src/profiles/profiles.ts';

const compute = createCompute();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(async () => {
  await compute.close();
  await database.close();
});

const lowStock = {
  name: 'Low stock alert',
  entity: 'inventory.inventory_items',
  trigger_type: 'on_update',
  actions: [
    {
      name: 'Check stock',
      action_type: 'evaluate_condition',
      action_config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }] },
    },
    {
      name: 'Send alert',
      action_type: 'create_alert',
      action_config: {
        alert_type: 'low_stock',
        severity: 'high',
        title: 'Low stock',
        message: 'Only {{quantity}} left.',
        recipients: { roles: ['owner'] },
      },
      after: 'Check stock:output-true',
    },
  ],
};

async function setUp() {
  const { unitOfWork } = database;
  const tenant = await createTestTenant(unitOfWork);
  const { principal } = tenant;
  const colleague = await createTestColleague(unitOfWork, tenant);
  const tools = bindTools(WORKFLOW_TOOLS, { ...createToolStorage(unitOfWork), compute });
  async function call(name: string, input: object, as: Principal = principal): Promise<Record<string, unknown>> {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool "${name}".`);
    return (await tool.execute(tool.parse(input), createToolExecutionContext({ principal: as }))) as Record<
      string,
      unknown
    >;
  }
  const preview = async (name: string, input: object) => {
    const tool = tools.find((each) => each.name === name);
    return tool?.preview?.(tool.parse(input), createToolExecutionContext({ principal }));
  };
  const accept = (previewId: unknown) =>
    unitOfWork.transaction((stores) => acceptPreview(stores, principal, String(previewId)));
  return { unitOfWork, principal, colleague, tools, call, preview, accept };
}

it('preview_workflow warns of saved tests that fail for the proposed content', async () => {
  const { unitOfWork, principal, call, accept } = await setUp();
  const { rule } = await accept(
    (await call('preview_workflow', { workflow: lowStock, description: 'a' }))['preview_id'],
  );
  const test = (name: string, quantity: number, actions: readonly string[]) =>
    unitOfWork.stores.ruleTests.create(principal, {
      id: newId(),
      ruleId: rule.id,
      name,
      events: [{ entityKey: 'a', row: { quantity }, before: null, at: new Date(0) }],
      mocks: {},
      expected: { runs: 1, actions },
    });
  await test('Low', 3, ['Check stock', 'Send alert']);
  await test('Enough', 30, ['Check stock']);
  const preview = (threshold: number) => {
    const [check, alert] = lowStock.actions;
    const conditions = [{ field_name: 'quantity', operator: 'less_than', value: threshold }];
    const workflow = { ...lowStock, actions: [{ ...check, action_config: { conditions } }, alert] };
    return call('preview_workflow', { workflow_id: rule.id, workflow, description: 'Change the threshold' });
  };
  expect((await preview(20))['warnings']).toEqual([]);
  expect((await preview(40))['warnings']).toEqual([
    'The saved test "Enough" fails: "Send alert" runs, which was not expected.',
  ]);
});

it('preview_workflow stores a preview with the resolved payload, and its acceptance creates the rule', async () => {
  const { call, accept, tools } = await setUp();
  const preview = await call('preview_workflow', { workflow: lowStock, description: 'Add a low stock alert' });
  expect(preview).toMatchObject({
    status: 'preview_sent',
    is_update: false,
    workflow: { edges: [{ edge_type: 'start' }, { edge_type: 'sequence', source_output: 'true' }] },
  });
  expect((await call('list_workflow_rules', {}))['total']).toBe(0);
  const { rule } = await accept(preview['preview_id']);
  expect(await call('get_workflow_rule', { workflow_id: 'low_stock_alert' })).toMatchObject({
    workflow_id: rule.id,
    revision: 1,
    summary: {
      node_count: 2,
      branch_count: 0,
      flow_outline: 'Check stock (evaluate_condition)\n  [true] Send alert (create_alert)',
    },
  });
  const tool = tools.find(({ name }) => name === 'preview_workflow');
  expect(tool?.clientEvents?.(preview)).toEqual([
    {
      type: 'workflow_preview',
      data: {
        preview_id: preview['preview_id'],
        description: 'Add a low stock alert',
        workflow: preview['workflow'],
        is_update: false,
      },
    },
  ]);
  expect(JSON.parse(tool?.toModel?.(preview) ?? '')).toEqual({
    status: 'preview_sent',
    message: expect.stringContaining('Preview sent to user for approval'),
    preview_id: preview['preview_id'],
  });
});

it('preview_workflow of a change keeps the ids of actions, and its base revision protects the rule', async () => {
  const { call, accept } = await setUp();
  await call('create_workflow', { workflow: lowStock });
  const before = await call('get_workflow_rule', { workflow_id: 'Low stock alert' });
  const change = { ...lowStock, description: 'Changed' };
  const preview = await call('preview_workflow', {
    workflow_id: 'Low stock alert',
    workflow: change,
    description: 'x',
  });
  expect(preview).toMatchObject({ is_update: true, workflow_id: before['workflow_id'] });
  const ids = (rule: unknown) => (rule as { actions: { id: string }[] }).actions.map(({ id }) => id);
  expect(ids(preview['workflow'])).toEqual(ids(before['rule']));
  await call('update_workflow', { workflow_id: 'Low stock alert', workflow: { ...lowStock, name: 'Renamed' } });
  await expect(accept(preview['preview_id'])).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { revision: 2, difference: { fields: ['name'] } },
  });
});

it('update_workflow changes only the revision that the approved input names', async () => {
  const { call, preview } = await setUp();
  await call('create_workflow', { workflow: lowStock });
  const reference = { workflow_id: 'Low stock alert' };
  const change = { ...reference, workflow: { ...lowStock, description: 'Approved' } };
  await expect(preview('update_workflow', change)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('base_revision is missing'),
  });
  const approved = { ...change, base_revision: 1 };
  expect(await preview('update_workflow', approved)).toContain('(revision 1): description.');
  await call('update_workflow', {
    ...reference,
    workflow: { ...lowStock, description: 'Meanwhile' },
    base_revision: 1,
  });
  await expect(call('update_workflow', approved)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('is at revision 2, the change is based on 1. Changed since: description.'),
    details: { revision: 2, difference: { fields: ['description'] } },
  });
});

it('start_workflow starts a manual rule, and get_workflow_rule says when a scheduled one starts', async () => {
  const { call, preview, unitOfWork, principal } = await setUp();
  await call('create_workflow', { workflow: { ...lowStock, trigger_type: 'manual' } });
  const start = { workflow_id: 'low_stock_alert', values: { quantity: 3 } };
  expect(await preview('start_workflow', start)).toContain('with the values {"quantity":3}');
  const { execution_id: id } = await call('start_workflow', start);
  const { event } = await unitOfWork.stores.ruleExecutions.get(principal, String(id));
  expect(event).toMatchObject({ trigger: 'manual', row: { quantity: 3 } });
  const scheduled = { name: 'Daily', entity: 'core.tasks', trigger_type: 'scheduled', actions: [] };
  expect(await call('validate_workflow', { workflow: scheduled })).toMatchObject({
    errors: [{ path: 'schedule', code: 'SCHEDULE_INVALID' }],
  });
  await call('create_workflow', { workflow: { ...scheduled, schedule: { cron: '30 8 * * 1-5' } } });
  expect(await call('get_workflow_rule', { workflow_id: 'Daily' })).toMatchObject({
    schedule: 'At 08:30, Monday through Friday (UTC)',
    rule: { schedule: { cron: '30 8 * * 1-5', time_zone: 'UTC' } },
  });
});

it('validate_workflow returns every error with its fix, and saves nothing', async () => {
  const { call } = await setUp();
  const workflow = {
    ...lowStock,
    entity: 'inventory.item',
    trigger_type: 'sometimes',
    actions: [{ ...lowStock.actions[1] }],
  };
  const result = await call('validate_workflow', { workflow });
  expect(result['valid']).toBe(false);
  expect((result['errors'] as { code: string }[]).map(({ code }) => code)).toEqual([
    'BAD_REF',
    'ENTITY_NOT_FOUND',
    'TRIGGER_NOT_FOUND',
    'NO_START',
  ]);
  expect(await call('validate_workflow', { workflow: { name: 3 } })).toMatchObject({
    errors: [
      { path: 'name', code: 'FIELD_INVALID', message: 'must be a string, not a number' },
      { path: 'actions', code: 'FIELD_INVALID' },
    ],
  });
  expect(await call('validate_workflow', { workflow: lowStock })).toMatchObject({
    valid: true,
    action_count: 2,
    edge_count: 2,
  });
});

it('preview_workflow refuses an invalid rule with all errors', async () => {
  const { call } = await setUp();
  const workflow = { ...lowStock, entity: 'nothing.here' };
  await expect(call('preview_workflow', { workflow, description: 'x' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('entity: No entity is named "nothing.here".'),
    details: { errors: [{ code: 'ENTITY_NOT_FOUND' }] },
  });
});

it('a draft is built action by action and previewed', async () => {
  const { call } = await setUp();
  const [check, alert] = lowStock.actions;
  const { actions: _, ...head } = lowStock;
  const { draft_id } = await call('start_draft', head);
  expect(await call('add_draft_action', { draft_id, ...check })).toMatchObject({
    action_index: 0,
    output_ports: ['true', 'false'],
  });
  await expect(call('add_draft_action', { draft_id, ...check })).rejects.toMatchObject({ details: { field: 'name' } });
  const lost = { ...alert, after: 'Chek stock' };
  await expect(call('add_draft_action', { draft_id, ...lost })).rejects.toMatchObject({
    message: expect.stringContaining('Nearest: Check stock.'),
  });
  await call('add_draft_action', { draft_id, ...alert });
  const third = {
    name: 'Log',
    action_type: 'log_audit_entry',
    action_config: { entity_name: 'x', action: 'y', message: 'z' },
  };
  await expect(call('add_draft_action', { draft_id, ...third })).rejects.toMatchObject({ details: { field: 'after' } });
  await call('add_draft_action', { draft_id, ...third, after: 'Send alert' });
  expect(await call('remove_draft_action', { draft_id, action_name: 'Send alert' })).toMatchObject({
    orphaned: ['Log'],
  });
  await expect(call('preview_draft', { draft_id, description: 'x' })).rejects.toMatchObject({
    message: expect.stringContaining('Several actions follow the start'),
  });
  await call('remove_draft_action', { draft_id, action_name: 'Log' });
  await call('add_draft_action', { draft_id, ...alert });
  expect(await call('preview_draft', { draft_id, description: 'Alert' })).toMatchObject({
    status: 'preview_sent',
    workflow: { name: 'Low stock alert', actions: [{ name: 'Check stock' }, { name: 'Send alert' }] },
  });
});

it('explain_workflow_node returns settings, connections and depth, by name, id and type', async () => {
  const { call } = await setUp();
  await call('create_workflow', { workflow: lowStock });
  const explain = (node_name: string) => call('explain_workflow_node', { workflow_id: 'Low stock alert', node_name });
  const byName = await explain('send alert');
  expect(byName).toMatchObject({
    rule: { name: 'Low stock alert' },
    matched_by: 'name',
    explanations: [{ depth_from_start: 1, incoming_from: [{ action_name: 'Check stock', output_port: 'true' }] }],
  });
  expect(await explain('evaluate_condition')).toMatchObject({
    matched_by: 'action_type',
    explanations: [{ incoming_from: [{ action_name: '(trigger)' }], depth_from_start: 0 }],
  });
  await expect(explain('Send alrt')).rejects.toMatchObject({ message: expect.stringContaining('Nearest: Send alert') });
});

it("rules are shared in an organization; drafts and previews are their user's own", async () => {
  const { unitOfWork, call, colleague } = await setUp();
  const { principal: stranger } = await createTestTenant(unitOfWork);
  await call('create_workflow', { workflow: lowStock });
  const { draft_id } = await call('start_draft', { ...lowStock, name: 'Other' });
  expect(await call('list_workflow_rules', {}, colleague)).toMatchObject({ total: 1 });
  expect(await call('list_workflow_rules', {}, stranger)).toMatchObject({ total: 0 });
  for (const other of [colleague, stranger]) {
    await expect(call('preview_draft', { draft_id, description: 'x' }, other)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  const missing = call('get_workflow_rule', { workflow_id: 'Low stock alert' }, stranger);
  await expect(missing).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('list_workflow_rules'),
  });
  await expect(call('get_workflow_rule', { workflow_id: newId() }, colleague)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('create_workflow refuses a rule that triggers itself without end', async () => {
  const { call } = await setUp();
  const workflow = {
    ...lowStock,
    trigger_type: 'on_create',
    actions: [
      {
        name: 'Copy',
        action_type: 'create_entity',
        action_config: { target_entity: 'inventory.inventory_items', fields: { quantity: 1 } },
      },
    ],
  };
  await expect(call('create_workflow', { workflow })).rejects.toMatchObject({
    details: { errors: [{ code: 'CASCADE_LOOP' }] },
  });
});

it('discover_action_types lists ports and settings, and the schema of one type', async () => {
  const { call } = await setUp();
  const { action_types: all } = await call('discover_action_types', {});
  expect(all).toContainEqual({
    type: 'evaluate_condition',
    category: 'control',
    description: expect.any(String),
    output_ports: ['true (default)', 'false'],
    config_fields: ['conditions*', 'logic_type'],
  });
  expect(JSON.stringify(all).length).toBeLessThan(6_000);
  const one = await call('discover_action_types', { action_type: 'delay' });
  expect(one).toMatchObject({ action_types: [{ config_schema: { properties: { duration: { type: 'string' } } } }] });
});

it('the demo model builds, changes, lists and explains a rule with the real tools', async () => {
  const { tools, accept, principal, call, unitOfWork } = await setUp();
  const model = createDemoModel({ script: demoScript, pacing: 0 });
  async function ask(question: string, clientContext?: Record<string, string>): Promise<string> {
    const { finalMessage } = await runToolLoop(model, {
      systemPrompt: profileFor('workflow').instructions(clientContext ? { clientContext } : {}),
      messages: [userMessage(question)],
      tools,
      context: createToolExecutionContext({ principal }),
    });
    return finalMessage;
  }
  const acceptNewest = async () => {
    const [newest] = await unitOfWork.stores.rulePreviews.list(principal, { status: 'pending' });
    return (await accept(newest?.id)).rule;
  };
  expect(await ask('Which rules are there?')).toContain('no rules yet');
  expect(await ask('Build a low stock alert')).toContain('I sent you a preview of **Low stock alert**');
  const created = await acceptNewest();
  expect(await ask('Alert the owners when stock is below 5')).toContain('as a change of the rule');
  const changed = await acceptNewest();
  expect(changed).toMatchObject({ id: created.id, revision: 2, actions: [{ id: created.actions[0]?.id }, {}] });
  expect(await call('explain_workflow_node', { workflow_id: created.id, node_name: 'Check stock' })).toMatchObject({
    explanations: [{ action: { action_config: { conditions: [{ value: 5 }] } } }],
  });
  expect(await ask('Which rules are there?')).toContain('**Low stock alert**: `on_update`');
  expect(await ask('What can a rule watch?')).toMatch(/`on_create`.*`sales.orders`/s);
  const open = { workflow_id: created.id, rule_name: 'Low stock alert' };
  expect(await ask('What does this rule do?', open)).toContain('[true] Send alert (create_alert)');
  expect(await ask('What is the meaning of life?')).toMatch(/a script without an AI model/);
});

it('alerts are listed for their recipients and by rule, and read in full', async () => {
  const { call, unitOfWork, principal, colleague } = await setUp();
  const { workflow_id: ruleId } = await call('create_workflow', { workflow: lowStock });
  const alert = await unitOfWork.stores.alerts.create(principal, {
    id: newId(),
    alertType: 'low_stock',
    severity: 'high',
    title: 'Low stock',
    message: 'Only 3 left.',
    context: { quantity: 3 },
    actionUrl: null,
    source: { entity: null, entityId: null, ruleId: String(ruleId), ruleName: 'Low stock alert', executionId: null },
    recipients: { users: [principal.userId], roles: [] },
    resolvePrior: false,
  });
  const listed = { results: [{ id: alert.id, title: 'Low stock', status: 'active' }], total: 1, has_more: false };
  expect(await call('list_my_alerts', { severity: 'high', page: '1', rows: '10' })).toMatchObject(listed);
  expect(await call('list_my_alerts', { status: 'resolved' })).toMatchObject({ total: 0 });
  expect(await call('list_my_alerts', { page: '2', rows: '1' })).toMatchObject({
    showing: 0,
    total: 1,
    has_more: false,
  });
  expect(await call('list_alerts_for_rule', { workflow_id: 'Low stock alert' })).toMatchObject({
    ...listed,
    rule: { id: ruleId, name: 'Low stock alert' },
  });
  expect(await call('get_alert_detail', { alert_id: alert.id })).toMatchObject({
    source_rule_name: 'Low stock alert',
    context: { quantity: 3 },
    acknowledgments: [],
  });
  await expect(call('get_alert_detail', { alert_id: 'Low stock' })).rejects.toMatchObject({
    message: expect.stringContaining('this has 9'),
  });
  expect(await call('list_my_alerts', {}, colleague)).toMatchObject({ total: 0 });
  await expect(call('get_alert_detail', { alert_id: alert.id }, colleague)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
