import { AppError } from '@shipmate/core';
import type { Row, workflowPayloadSchema } from '@shipmate/domain/workflow';
import type { z } from 'zod';

type Payload = z.input<typeof workflowPayloadSchema>;
type Action = Payload['actions'][number];

/** A rule on an inventory row whose quantity became 3, and its outcome. */
interface SpecifiedRule {
  readonly rule: string;
  readonly actions: readonly Action[];
  readonly edges?: Payload['edges'];
  /** Values of the row before the change. */
  readonly row?: Row;
  /** Statuses that the host of webhooks answers, in order; an error if it is not reached. */
  readonly answers?: readonly (number | AppError)[];
  /** The decision of every approver; none by default. */
  readonly decision?: 'approve' | 'reject';
  readonly status: 'completed' | 'failed' | 'waiting';
  /** The port of every action that has ended, by name. */
  readonly ports: Readonly<Record<string, string>>;
}

const items = 'inventory.inventory_items';

const act = (name: string, type: string, ...[config, after]: [Action['action_config'], string?]): Action => ({
  name,
  action_type: type,
  action_config: config,
  ...(after !== undefined && { after }),
});
const wait = (name: string, after?: string) => act(name, 'delay', { duration: '1ms' }, after);
const below = (name: string, value: number, after?: string) =>
  act(name, 'evaluate_condition', { conditions: [{ field_name: 'quantity', operator: 'less_than', value }] }, after);
const mail = (name: string, after?: string) =>
  act(name, 'send_email', { recipients: ['a@example.test'], subject: '{{quantity}}', body: 'x' }, after);
const alert = (name: string, after?: string) =>
  act(
    name,
    'create_alert',
    { alert_type: 'low', severity: 'low', title: 'x', message: 'x', recipients: { roles: ['owner'] } },
    after,
  );
const hook = (name: string, method: string, after?: string) =>
  act(name, 'call_webhook', { url: 'https://hooks.example.test/', method }, after);
const set = (name: string, field: string, value: string | number) =>
  act(name, 'update_field', { target_entity: items, target_field: field, new_value: value });
const call = (name: string, tool: string, after?: string) =>
  act(name, 'call_tool', { tool, input: { text: '{{warehouse}}' } }, after);
const ask = (name: string, type: 'any' | 'all', after?: string) =>
  act(name, 'seek_approval', { approvers: ['{{$me}}'], approval_type: type }, after);
const task = (name: string, after?: string) =>
  act(name, 'create_entity', { target_entity: 'core.tasks', fields: { title: '{{rule_name}}' } }, after);
const move = (name: string, from: string, after?: string) =>
  act(
    name,
    'transition_status',
    { target_entity: items, status_field: 'status', to_status: 'low', valid_from_statuses: [from] },
    after,
  );
const off = (action: Action): Action => ({ ...action, is_active: false });
const start = (target: string) => ({ source_action_id: '', target_action_id: target, edge_type: 'start' as const });
const edge = (source: string, target: string, output?: string) => ({
  source_action_id: source,
  target_action_id: target,
  edge_type: output === undefined ? ('always' as const) : ('sequence' as const),
  ...(output !== undefined && { source_output: output }),
});
const unreached = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Not reached.' });

/** Rules that are executed, with their outcomes. */
export const specifiedRules: readonly SpecifiedRule[] = [
  { rule: 'one alert', actions: [alert('A')], status: 'completed', ports: { A: 'success' } },
  {
    rule: 'a chain of three',
    actions: [wait('A'), alert('B', 'A'), mail('C', 'B')],
    status: 'completed',
    ports: { A: 'success', B: 'success', C: 'success' },
  },
  {
    rule: 'the branch "true"',
    actions: [below('A', 5), alert('B', 'A:true'), mail('C', 'A:false')],
    status: 'completed',
    ports: { A: 'true', B: 'success' },
  },
  {
    rule: 'the branch "false"',
    actions: [below('A', 2), alert('B', 'A:true'), mail('C', 'A:false')],
    status: 'completed',
    ports: { A: 'false', C: 'success' },
  },
  {
    rule: 'nested branches',
    actions: [below('A', 5), below('B', 2, 'A:true'), alert('C', 'B:true'), mail('D', 'B:false')],
    status: 'completed',
    ports: { A: 'true', B: 'false', D: 'success' },
  },
  {
    rule: 'parallel branches that join',
    actions: [wait('A'), alert('B'), mail('C'), task('D')],
    edges: [start('A'), edge('A', 'B'), edge('A', 'C'), edge('B', 'D'), edge('C', 'D')],
    status: 'completed',
    ports: { A: 'success', B: 'success', C: 'success', D: 'success' },
  },
  {
    rule: 'a join of a branch that was not taken',
    actions: [below('A', 5), alert('B'), mail('C'), task('D')],
    edges: [start('A'), edge('A', 'B', 'true'), edge('A', 'C', 'false'), edge('B', 'D'), edge('C', 'D')],
    status: 'completed',
    ports: { A: 'true', B: 'success', D: 'success' },
  },
  {
    rule: 'branches that do not join',
    actions: [wait('A'), alert('B'), mail('C')],
    edges: [start('A'), edge('A', 'B'), edge('A', 'C')],
    status: 'completed',
    ports: { A: 'success', B: 'success', C: 'success' },
  },
  {
    rule: 'two joins',
    actions: [wait('A'), wait('B'), wait('C'), wait('D'), wait('E'), wait('F'), alert('G')],
    edges: [
      start('A'),
      edge('A', 'B'),
      edge('A', 'C'),
      edge('B', 'D'),
      edge('C', 'D'),
      edge('D', 'E'),
      edge('D', 'F'),
      edge('E', 'G'),
      edge('F', 'G'),
    ],
    status: 'completed',
    ports: { A: 'success', B: 'success', C: 'success', D: 'success', E: 'success', F: 'success', G: 'success' },
  },
  {
    rule: 'two delays',
    actions: [wait('A'), wait('B', 'A')],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'an approval',
    actions: [ask('A', 'any'), alert('B', 'A:approved'), mail('C', 'A:rejected')],
    decision: 'approve',
    status: 'completed',
    ports: { A: 'approved', B: 'success' },
  },
  {
    rule: 'a rejection',
    actions: [ask('A', 'all'), alert('B', 'A:approved'), mail('C', 'A:rejected')],
    decision: 'reject',
    status: 'completed',
    ports: { A: 'rejected', C: 'success' },
  },
  {
    rule: 'an approval without a decision',
    actions: [wait('A'), ask('B', 'any', 'A'), alert('C', 'B:approved')],
    status: 'waiting',
    ports: { A: 'success' },
  },
  {
    rule: 'an approval beside a branch',
    actions: [wait('A'), ask('B', 'any'), alert('C'), task('D')],
    edges: [start('A'), edge('A', 'B'), edge('A', 'C'), edge('B', 'D', 'approved'), edge('C', 'D')],
    decision: 'approve',
    status: 'completed',
    ports: { A: 'success', B: 'approved', C: 'success', D: 'success' },
  },
  {
    rule: 'a webhook',
    actions: [hook('A', 'POST'), alert('B', 'A:success')],
    answers: [201],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'a webhook that the server refuses',
    actions: [hook('A', 'POST'), alert('B', 'A:client_error')],
    answers: [422],
    status: 'completed',
    ports: { A: 'client_error', B: 'success' },
  },
  {
    rule: 'a webhook whose server fails',
    actions: [hook('A', 'POST'), alert('B', 'A:server_error')],
    answers: [503],
    status: 'completed',
    ports: { A: 'server_error', B: 'success' },
  },
  {
    rule: 'a webhook that redirects',
    actions: [hook('A', 'GET'), alert('B', 'A:unexpected_response')],
    answers: [302],
    status: 'completed',
    ports: { A: 'unexpected_response', B: 'success' },
  },
  {
    rule: 'a webhook that is retried',
    actions: [hook('A', 'POST'), alert('B', 'A:success')],
    answers: [unreached, 200],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'a tool call',
    actions: [call('A', 'change'), alert('B', 'A')],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'a destructive tool call that is approved',
    actions: [call('A', 'destroy'), alert('B', 'A')],
    decision: 'approve',
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'a destructive tool call that is rejected',
    actions: [call('A', 'destroy'), alert('B', 'A:failure')],
    decision: 'reject',
    status: 'completed',
    ports: { A: 'failure', B: 'success' },
  },
  {
    rule: 'a tool that does not exist',
    actions: [call('A', 'absent'), alert('B', 'A:success')],
    status: 'failed',
    ports: { A: 'failure' },
  },
  {
    rule: 'a failure that is handled',
    actions: [set('A', 'quantity', -5), alert('B', 'A:failure')],
    status: 'completed',
    ports: { A: 'failure', B: 'success' },
  },
  {
    rule: 'a failure that is not handled',
    actions: [set('A', 'quantity', -5), alert('B', 'A')],
    status: 'failed',
    ports: { A: 'failure' },
  },
  {
    rule: 'an inactive action',
    actions: [off(mail('A')), alert('B', 'A')],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'an inactive condition',
    actions: [off(below('A', 5)), alert('B', 'A:true'), mail('C', 'A:false')],
    status: 'completed',
    ports: { A: 'true', B: 'success' },
  },
  {
    rule: 'a status that may change',
    row: { status: 'ok' },
    actions: [move('A', 'ok'), alert('B', 'A')],
    status: 'completed',
    ports: { A: 'success', B: 'success' },
  },
  {
    rule: 'a status that must not change',
    row: { status: 'gone' },
    actions: [move('A', 'ok'), alert('B', 'A:invalid_transition')],
    status: 'completed',
    ports: { A: 'invalid_transition', B: 'success' },
  },
  {
    rule: 'a reservation beyond the stock',
    actions: [
      act('A', 'reserve_inventory', { product_id: '{{product_id}}', quantity: 4 }),
      alert('B', 'A:insufficient'),
    ],
    status: 'completed',
    ports: { A: 'insufficient', B: 'success' },
  },
];

/** Rules that are refused, with the code of the error. */
export const refusedRules: readonly (Pick<SpecifiedRule, 'rule' | 'actions' | 'edges'> & { readonly code: string })[] =
  [
    {
      rule: 'a cycle',
      actions: [wait('A'), wait('B'), wait('C')],
      edges: [start('A'), edge('A', 'B'), edge('B', 'C'), edge('C', 'B')],
      code: 'CYCLE',
    },
    { rule: 'a write that starts the rule again', actions: [set('A', 'status', '{{$now}}')], code: 'CASCADE_LOOP' },
  ];
