import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { matchEvents, removeInboxWebhook, saveInboxWebhook } from '@shipmate/domain/use-cases';
import { type RuleExecution, toValueText } from '@shipmate/domain/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { items, startRuleFixture } from './rule-fixture.ts';

let fixture: Awaited<ReturnType<typeof startRuleFixture>>;
beforeAll(async () => {
  fixture = await startRuleFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const page = { offset: 0, limit: 50 };

/** The steps as `name: port`. */
const portsOf = ({ steps }: RuleExecution) => steps.map(({ actionName, port }) => `${actionName}: ${port}`).toSorted();

const wait = (name: string, after?: string) => ({
  name,
  action_type: 'delay',
  action_config: { duration: '1ms' },
  ...(after !== undefined && { after }),
});

const edge = (source: string, target: string, output?: string) => ({
  source_action_id: source,
  target_action_id: target,
  edge_type: source === '' ? ('start' as const) : output === undefined ? ('always' as const) : ('sequence' as const),
  ...(output !== undefined && { source_output: output }),
});

it('an execution of a group reads all of its events', async () => {
  const { principal, unitOfWork, execute, trigger } = fixture;
  const { rules, entityRows, ruleExecutions, runs } = unitOfWork.stores;
  const { id, key, ruleId } = await trigger({
    noise: { group: { window: '1h' } },
    actions: [
      {
        name: 'Alert',
        action_type: 'create_alert',
        action_config: {
          alert_type: 'low_stock',
          severity: 'high',
          title: '{{event_count}} changes',
          message: '{{events.1.quantity}}, {{events}}',
          recipients: { users: ['{{$me}}'] },
        },
      },
    ],
  });
  const rule = await rules.get(principal, ruleId);
  await rules.update(principal, ruleId, { definition: { ...rule, isActive: true }, baseRevision: 2 });
  await entityRows.update(principal, items, { key, values: { quantity: 2 } });
  await matchEvents(unitOfWork, 100);
  await rules.update(principal, ruleId, { definition: rule, baseRevision: 3 });
  expect(await ruleExecutions.listForRule(principal, ruleId, page)).toMatchObject([{ id, status: 'waiting' }]);
  await runs.requeue(id);
  const { status, steps } = await execute(id);
  expect(status).toBe('completed');
  expect(steps[0]?.input).toMatchObject({
    title: '2 changes',
    message: expect.stringMatching(/^2, \[\{.*"quantity":3.*\},\{.*"quantity":2.*\}\]$/),
  });
});

it('a rule follows its conditions and creates an alert with rendered templates', async () => {
  const { principal, unitOfWork, execute, trigger } = fixture;
  const { id, key, ruleId } = await trigger({
    name: 'Low stock alert',
    trigger_conditions: { field_conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }] },
    actions: [
      {
        name: 'Check stock',
        action_type: 'evaluate_condition',
        action_config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 5 }] },
      },
      {
        name: 'Alert',
        action_type: 'create_alert',
        action_config: {
          alert_type: 'low_stock',
          severity: 'high',
          title: 'Only {{quantity}} left in {{warehouse | uppercase}}',
          message: '{{rule_name}}: {{Check stock.result}}',
          recipients: { users: ['{{$me}}'] },
        },
        after: 'Check stock:true',
      },
      { ...wait('Never', 'Check stock:false') },
    ],
  });
  const execution = await execute(id);
  expect(execution).toMatchObject({ status: 'completed', error: null });
  expect(portsOf(execution)).toEqual(['Alert: success', 'Check stock: true']);
  const { alerts } = await unitOfWork.stores.alerts.listForRule(principal, ruleId, page);
  expect(alerts).toMatchObject([
    {
      title: 'Only 3 left in MAIN',
      message: 'Low stock alert: true',
      source: { entity: items, entityId: key, ruleName: 'Low stock alert', executionId: id },
    },
  ]);
  const events = await unitOfWork.stores.runs.listEvents(id, { after: 0, limit: 50 });
  expect(events.map(({ event }) => event.type)).toEqual(['run_started', 'rule_step', 'rule_step', 'run_ended']);
});

it('parallel branches join once, and an inactive action is skipped', async () => {
  const { execute, trigger, mails } = fixture;
  const before = mails.length;
  const { id } = await trigger({
    actions: [
      wait('Start'),
      wait('Left'),
      { ...wait('Right'), is_active: false },
      {
        name: 'Mail',
        action_type: 'send_email',
        action_config: { recipients: ['a@example.test'], subject: 'Row {{entity_id}}', body: 'x' },
      },
    ],
    edges: [
      edge('', 'Start'),
      edge('Start', 'Left'),
      edge('Start', 'Right'),
      edge('Left', 'Mail'),
      edge('Right', 'Mail'),
    ],
  });
  const execution = await execute(id);
  expect(portsOf(execution)).toEqual(['Left: success', 'Mail: success', 'Right: success', 'Start: success']);
  expect(execution.steps.find(({ actionName }) => actionName === 'Right')?.status).toBe('skipped');
  expect(mails).toHaveLength(before + 1);
});

it('actions read and write rows under the owner, and reserve stock', async () => {
  const { principal, unitOfWork, execute, trigger } = fixture;
  const { id, key } = await trigger({
    actions: [
      {
        name: 'Find product',
        action_type: 'lookup_entity',
        action_config: {
          entity: 'inventory.products',
          filter: { id: '{{product_id}}' },
          fields: ['name', 'sku'],
          output_key: 'product',
        },
      },
      {
        name: 'Mark',
        action_type: 'update_field',
        action_config: { target_entity: items, target_field: 'status', new_value: 'low {{product.name}}' },
        after: 'Find product:found',
      },
      {
        name: 'Reserve',
        action_type: 'reserve_inventory',
        action_config: { product_id: '{{product_id}}', quantity: 2 },
        after: 'Mark',
      },
      {
        name: 'Stock',
        action_type: 'check_inventory',
        action_config: { threshold: 2 },
        after: 'Reserve',
      },
      {
        name: 'Task',
        action_type: 'create_entity',
        action_config: {
          target_entity: 'core.tasks',
          fields: { title: 'Order {{Find product.sku}}', status: 'open', priority: 'high', assignee_id: '{{$me}}' },
        },
        after: 'Stock:insufficient',
      },
      {
        name: 'Back',
        action_type: 'transition_status',
        action_config: {
          target_entity: items,
          status_field: 'status',
          to_status: 'ok',
          valid_from_statuses: ['other'],
        },
        after: 'Task',
      },
    ],
  });
  const execution = await execute(id);
  expect(execution).toMatchObject({ status: 'completed' });
  expect(portsOf(execution)).toEqual([
    'Back: invalid_transition',
    'Find product: found',
    'Mark: success',
    'Reserve: success',
    'Stock: insufficient',
    'Task: success',
  ]);
  const { entityRows } = unitOfWork.stores;
  const row = await entityRows.get(principal, items, key);
  expect(row).toMatchObject({ status: 'low Bolt', reserved_quantity: 2, quantity: 3 });
  const tasks = await entityRows.query(principal, 'core.tasks', page);
  expect(tasks.rows.filter(({ title }) => toValueText(title ?? null).startsWith('Order'))).toHaveLength(1);
});

it('update_field updates only the rows that still match its conditions and still exist', async () => {
  const { principal, unitOfWork, createItem, executeAfterRead, trigger } = fixture;
  const { entityRows } = unitOfWork.stores;
  const status = newId();
  const [kept, changed, removed] = [
    await createItem({ status }),
    await createItem({ status }),
    await createItem({ status }),
  ];
  const { id } = await trigger({
    actions: [
      {
        name: 'Close',
        action_type: 'update_field',
        action_config: {
          target_entity: items,
          target_field: 'status',
          new_value: 'closed',
          conditions: [{ field_name: 'status', operator: 'equals', value: status }],
        },
      },
    ],
  });
  const execution = await executeAfterRead(id, async (stores) => {
    await stores.entityRows.update(principal, items, { key: changed, values: { status: 'reopened' } });
    await stores.entityRows.remove(principal, items, removed);
  });
  expect(execution.steps).toMatchObject([{ port: 'success', output: { updated: 1, status: 'closed' } }]);
  expect(await entityRows.get(principal, items, kept)).toMatchObject({ status: 'closed' });
  expect(await entityRows.get(principal, items, changed)).toMatchObject({ status: 'reopened' });
});

it('an unhandled failure fails the execution, an edge of the port "failure" handles it', async () => {
  const { execute, trigger } = fixture;
  const broken = {
    name: 'Broken',
    action_type: 'update_field',
    action_config: { target_entity: items, target_field: 'quantity', new_value: -5 },
  };
  const failed = await execute((await trigger({ actions: [broken] })).id);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('Action "Broken" failed') });
  const handled = await execute((await trigger({ actions: [broken, wait('Handle', 'Broken:failure')] })).id);
  expect(handled).toMatchObject({ status: 'completed' });
  expect(portsOf(handled)).toEqual(['Broken: failure', 'Handle: success']);
});

it('approvers decide, and a later decision is refused', async () => {
  const { principal, colleague, decide, execute, trigger } = fixture;
  const { id } = await trigger({
    actions: [
      {
        name: 'Ask',
        action_type: 'seek_approval',
        action_config: { approvers: [principal.userId, colleague.userId], approval_type: 'all' },
      },
      wait('Go', 'Ask:approved'),
      wait('Stop', 'Ask:rejected'),
    ],
  });
  const asking = await execute(id);
  expect(asking).toMatchObject({ status: 'waiting', steps: [{ actionName: 'Ask', status: 'waiting' }] });
  const ask = { executionId: id, actionId: asking.steps[0]?.actionId ?? '' };
  await decide(principal, ask);
  expect(await execute(id)).toMatchObject({ status: 'waiting' });
  await decide(colleague, ask, false);
  const decided = await execute(id);
  expect(portsOf(decided)).toEqual(['Ask: rejected', 'Stop: success']);
  await expect(decide(colleague, ask)).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('an approval without a decision in time is asked of the escalation user, whose decision is enough', async () => {
  const { principal, colleague, decide, execute, executeOverdue, trigger } = fixture;
  const ask = async (escalation?: string) => {
    const { id } = await trigger({
      actions: [
        {
          name: 'Ask',
          action_type: 'seek_approval',
          action_config: {
            approvers: [principal.userId],
            approval_type: 'all',
            ...(escalation !== undefined && { escalation_user_id: escalation }),
          },
        },
        wait('Go', 'Ask:approved'),
        wait('Late', 'Ask:timed_out'),
      ],
    });
    await execute(id);
    return id;
  };
  for (const escalation of [undefined, principal.userId]) {
    expect(portsOf(await executeOverdue(await ask(escalation)))).toEqual(['Ask: timed_out', 'Late: success']);
  }
  const id = await ask(colleague.userId);
  const escalated = await executeOverdue(id);
  expect(escalated).toMatchObject({ status: 'waiting', steps: [{ status: 'waiting', attempt: 2 }] });
  const asked = escalated.steps[0]?.approvers.map(({ userId }) => userId) ?? [];
  expect(asked.toSorted()).toEqual([principal.userId, colleague.userId].toSorted());
  await decide(colleague, { executionId: id, actionId: escalated.steps[0]?.actionId ?? '' });
  expect(portsOf(await execute(id))).toEqual(['Ask: approved', 'Go: success']);
  const late = await ask(colleague.userId);
  await executeOverdue(late);
  expect(portsOf(await executeOverdue(late))).toEqual(['Ask: timed_out', 'Late: success']);
});

it('send_notification notifies in the app and through the webhook, and fails without one', async () => {
  const { principal, colleague, unitOfWork, execute, trigger } = fixture;
  const { alerts, inboxWebhooks } = unitOfWork.stores;
  const notify = (channels: readonly string[]) =>
    trigger({
      actions: [
        {
          name: 'Notify',
          action_type: 'send_notification',
          action_config: { recipients: [colleague.userId], channels: [...channels], title: '{{quantity}} left' },
        },
      ],
    });
  const failed = await execute((await notify(['in_app', 'webhook'])).id);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('has no webhook') });
  expect((await alerts.listForMe(colleague, page)).alerts).toEqual([]);
  const url = 'https://bot.example.test/';
  await unitOfWork.transaction((stores) => saveInboxWebhook(stores, principal, url));
  const { id, key, ruleId } = await notify(['in_app', 'webhook']);
  expect(await execute(id)).toMatchObject({ status: 'completed' });
  expect((await alerts.listForMe(colleague, page)).alerts).toMatchObject([{ title: '3 left', severity: 'medium' }]);
  const claimed = await inboxWebhooks.claim({ seconds: 60 });
  expect(JSON.parse(claimed?.body ?? '')).toMatchObject({
    type: 'notification.created',
    data: {
      title: '3 left',
      message: '3 left',
      priority: 'medium',
      organizationId: principal.organizationId,
      recipients: [{ id: colleague.userId }],
      source: { entity: items, entityId: key, ruleId, executionId: id },
    },
  });
  await unitOfWork.transaction((stores) => removeInboxWebhook(stores, principal));
  const refused = await execute((await notify(['sms'])).id);
  expect(refused).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('No provider is configured for sms'),
  });
});

it('call_webhook is retried while the host is not reached, and takes the port of the status', async () => {
  const { answers, calls, execute, trigger } = fixture;
  const before = calls.length;
  answers.push(new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Not reached.' }), 404);
  const hook = {
    name: 'Hook',
    action_type: 'call_webhook',
    action_config: { url: 'https://hooks.example.test/{{entity_id}}', method: 'POST', body: { left: '{{quantity}}' } },
  };
  const execution = await execute((await trigger({ actions: [hook] })).id);
  expect(portsOf(execution)).toEqual(['Hook: client_error']);
  expect(execution.steps).toMatchObject([{ attempt: 2, output: { status: 404 }, input: { body: { left: 3 } } }]);
  expect(calls).toHaveLength(before + 2);
});

it('call_tool calls a tool, and asks the owner before a destructive call', async () => {
  const { principal, calls, decide, execute, trigger } = fixture;
  const call = (tool: string, after?: string) => ({
    name: tool,
    action_type: 'call_tool',
    action_config: { tool, input: { text: '{{warehouse}}' } },
    ...(after !== undefined && { after }),
  });
  const before = calls.length;
  const { id } = await trigger({ actions: [call('change'), call('destroy', 'change')] });
  const asking = await execute(id);
  expect(asking).toMatchObject({ status: 'waiting' });
  expect(calls.slice(before)).toEqual(['change main']);
  const step = asking.steps.find(({ actionName }) => actionName === 'destroy');
  await decide(principal, { executionId: id, actionId: step?.actionId ?? '' });
  expect(await execute(id)).toMatchObject({ status: 'completed' });
  expect(calls.slice(before)).toEqual(['change main', 'destroy main']);
  const refused = await execute((await trigger({ actions: [call('absent')] })).id);
  expect(refused).toMatchObject({ status: 'failed', error: expect.stringContaining('Tool "absent" not found') });
});

it('call_tool asks the owner before it changes rules, and does not call without an approver', async () => {
  const { calls, execute, executeWithoutApprovers, trigger } = fixture;
  const before = calls.length;
  const action = {
    name: 'Call',
    action_type: 'call_tool',
    action_config: { tool: 'write_rule', input: { text: 'x' } },
  };
  const { id } = await trigger({ actions: [action] });
  expect(await execute(id)).toMatchObject({ status: 'waiting' });
  const refused = await executeWithoutApprovers(id);
  expect(refused).toMatchObject({ status: 'failed', error: expect.stringContaining('not approved') });
  expect(calls).toHaveLength(before);
});

it('call_webhook sends secrets that no step, output or rule shows', async () => {
  const { principal, requests, unitOfWork, execute, trigger } = fixture;
  const hook = {
    name: 'Hook',
    action_type: 'call_webhook',
    action_config: {
      url: 'https://hooks.example.test/echo',
      method: 'POST',
      headers: { Authorization: 'Bearer s3cr3t-token' },
    },
  };
  const { id, ruleId } = await trigger({ actions: [hook] });
  const execution = await execute(id);
  expect(execution.steps).toMatchObject([{ port: 'success', output: { body: expect.stringContaining('[secret]') } }]);
  expect(requests.at(-1)?.headers).toEqual({ Authorization: 'Bearer s3cr3t-token' });
  const shown = [execution, await unitOfWork.stores.rules.get(principal, ruleId)];
  expect(JSON.stringify(shown)).not.toContain('s3cr3t-token');
});

it('a retry from a step repeats no earlier action, and follows the same or the current revision', async () => {
  const { principal, unitOfWork, calls, execute, retry, trigger } = fixture;
  const before = calls.length;
  const call = {
    name: 'Call',
    action_type: 'call_tool',
    action_config: { tool: 'change', input: { text: '{{warehouse}}' } },
  };
  const broken = { target_entity: items, target_field: 'quantity', new_value: -5 };
  const { id, ruleId } = await trigger({
    actions: [
      call,
      { name: 'Set', action_type: 'update_field', action_config: broken, after: 'Call' },
      wait('End', 'Set'),
    ],
  });
  expect(await execute(id)).toMatchObject({ status: 'failed' });
  const same = await retry({ executionId: id, fromStep: 'Set', revision: 'same' });
  expect(same).toMatchObject({ status: 'failed', retryOfId: id, revision: 1 });
  const { rules } = unitOfWork.stores;
  const rule = await rules.get(principal, ruleId);
  const fixed = rule.actions.map((action) =>
    action.name === 'Set' ? { ...action, config: { ...broken, new_value: 5 } } : action,
  );
  await rules.update(principal, ruleId, { definition: { ...rule, actions: fixed }, baseRevision: rule.revision });
  const current = await retry({ executionId: id, fromStep: 'Set', revision: 'current' });
  expect(current).toMatchObject({ status: 'completed', revision: rule.revision + 1 });
  expect(portsOf(current)).toEqual(['Call: success', 'End: success', 'Set: success']);
  expect(current.steps.filter(({ isReused }) => isReused).map(({ actionName }) => actionName)).toEqual(['Call']);
  expect(calls.slice(before)).toEqual(['change main']);
  expect(await retry({ executionId: same.id, revision: 'current' })).toMatchObject({ status: 'completed' });
  expect(calls.slice(before)).toEqual(['change main', 'change main']);
  await expect(retry({ executionId: current.id, revision: 'same' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('reserve_inventory takes another warehouse when the first is reserved meanwhile', async () => {
  const { principal, unitOfWork, createItem, executeAfterRead, trigger } = fixture;
  const { entityRows } = unitOfWork.stores;
  const large = await createItem({ quantity: 50 });
  const { product_id: product = null } = await entityRows.get(principal, items, large);
  const small = await createItem({ product_id: product, warehouse: 'second', quantity: 10 });
  const reserve = {
    name: 'Reserve',
    action_type: 'reserve_inventory',
    action_config: { product_id: product, quantity: 8 },
  };
  const { id } = await trigger({ actions: [reserve] });
  const execution = await executeAfterRead(id, async (stores) => {
    await stores.entityRows.update(principal, items, { key: large, values: { reserved_quantity: 45 } });
  });
  expect(execution.steps).toMatchObject([{ port: 'success', output: { inventory_item_id: small, available: 2 } }]);
  const noted = (await unitOfWork.stores.audit.list(principal, { limit: 5, kind: 'row_changed' }))[0];
  expect(noted).toMatchObject({
    subjectId: small,
    details: { entity: items, keys: [small], fields: ['reserved_quantity'], executionId: id },
  });
});

it('send_email refuses a rendered recipient that is not one address', async () => {
  const { execute, mails, trigger } = fixture;
  const before = mails.length;
  const mail = {
    name: 'Mail',
    action_type: 'send_email',
    action_config: { recipients: ['{{status}}'], subject: 'x', body: 'x' },
  };
  const status = 'a@example.test, b@example.test {{x}}';
  const execution = await execute((await trigger({ actions: [mail] }, { status })).id);
  expect(execution).toMatchObject({ status: 'failed', error: expect.stringContaining('not an email address') });
  expect(mails).toHaveLength(before);
});
