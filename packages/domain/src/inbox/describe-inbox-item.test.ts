import { expect, it } from 'vitest';
import type { PlannedChange } from '../remediation/remediation.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { describeInboxItem } from './describe-inbox-item.ts';
import type { InboxSubject } from './inbox-item.ts';

const call = {
  kind: 'approval',
  tool: 'kubectl_scale',
  input: { resource: 'deployment/web' },
  effect: 'write',
} as const;
const proposal = {
  kind: 'proposal',
  flow: 'recommend',
  intent: 'A database',
  status: 'ready',
  operation: null,
  command: null,
  solutions: ['Operator', 'Chart'],
  manifests: 'kind: Pod',
  context: 'prod',
  namespace: 'shop',
} as const;

const action = {
  id: 'a1',
  description: 'Runs the earlier image.',
  rationale: '',
  claimedRisk: 'low',
  change: { verb: 'patch', apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop', patch: {} },
  object: 'Deployment shop/web',
  risk: { level: 'medium', reasons: [] },
  difference: '-a\n+b',
  state: null,
  managedBy: null,
} as unknown as PlannedChange;

it('describeInboxItem names the cluster, the purposes and the untrusted values of a fix, and what it does not execute', () => {
  const actions: readonly PlannedChange[] = [
    { ...action, purpose: ['scale'], origins: [{ value: 'evil:1', field: 'image', source: 'log', name: null }] },
    { ...action, id: 'a2', managedBy: { by: 'helm', name: 'shop', namespace: null }, difference: '-c\n+d' },
  ];
  const plan = { context: 'prod', actions, risk: 'medium', hash: 'h' } as const;
  expect(describeInboxItem({ subject: { kind: 'remediation', issue: 'web is down', plan } })).toMatchObject({
    effects: [
      'Changes cluster "prod".',
      'patch Deployment shop/web: Runs the earlier image.',
      'Changes on purpose: scale of Deployment shop/web.',
      `"evil:1" in image: From a pod's log; you did not write it.`,
      'Not executed, because Helm release shop makes the object: patch Deployment shop/web: Runs the earlier image.',
    ],
    preview: '-a\n+b',
    decisions: ['approve', 'reject'],
  });
});

it('describeInboxItem shows the whole definition of a rule that can be approved', () => {
  const definition: RuleDefinition = {
    name: 'Report',
    description: '',
    isActive: true,
    entity: 'inventory.inventory_items',
    trigger: 'on_update',
    triggerConditions: [],
    actions: [
      {
        id: 'a',
        name: 'send',
        description: '',
        type: 'send_email',
        config: { to: ['x@evil.example'] },
        isActive: true,
      },
    ],
    edges: [],
  };
  const subject = { kind: 'rule_preview', description: '', isNew: true, definition } as const;
  const { preview, decisions } = describeInboxItem({ subject });
  expect(JSON.parse(preview ?? '')).toEqual(definition);
  expect(decisions).toEqual(['approve', 'reject']);
});

it('describeInboxItem names the values of a call that come from untrusted text', () => {
  const origins = [{ value: 'evil:1', field: 'image', source: 'log', name: null }] as const;
  const subject = { ...call, preview: '-a\n+b', origins };
  expect(describeInboxItem({ subject })).toEqual({
    title: 'Call kubectl_scale on deployment/web',
    effects: ['Changes data.', `"evil:1" in image: From a pod's log; you did not write it.`],
    preview: '-a\n+b',
    risk: 'medium',
    decisions: ['approve', 'reject'],
  });
});

it.each([
  ['writeFile', { filePath: '.npmrc', content: 'a=1' }, 'Call writeFile on .npmrc'],
  ['moveFile', { from: '.npmrc', to: 'b' }, 'Call moveFile on .npmrc'],
  ['gitPush', { branch: 'fix/login' }, 'Call gitPush on fix/login'],
])('describeInboxItem names the file or branch of a call of %s', (tool, input, title) => {
  const subject = { ...call, tool, input, preview: null, origins: [] };
  expect(describeInboxItem({ subject })).toMatchObject({ title });
});

const ruleApproval = {
  kind: 'rule_approval',
  ruleName: 'Low stock',
  actionName: 'Ask',
  actionType: 'seek_approval',
  input: {},
  entity: 'inventory.inventory_items',
  entityKey: 'k1',
  row: { quantity: 3, status: 'low' },
} as const;

it('describeInboxItem shows the message and the chosen fields of an approval that a rule asks for', () => {
  const input = {
    approval_type: 'majority',
    approval_message: 'Order more?',
    display_fields: ['quantity', 'low', 'status'],
  };
  expect(describeInboxItem({ subject: { ...ruleApproval, input } })).toEqual({
    title: 'Approve "Ask" of rule "Low stock"',
    effects: [
      'Order more?',
      'Rule "Low stock", for row k1 of inventory.inventory_items.',
      'Most approvers have to approve.',
    ],
    preview: 'quantity: 3\nlow\nstatus: low',
    risk: null,
    decisions: ['approve', 'reject'],
  });
});

it('describeInboxItem shows the exact call of a rule that waits for its owner', () => {
  const input = { tool: 'deleteFile', input: { path: 'a.yaml' } };
  expect(describeInboxItem({ subject: { ...ruleApproval, actionType: 'call_tool', input } })).toMatchObject({
    title: 'Call deleteFile on a.yaml for rule "Low stock"',
    preview: '{\n  "path": "a.yaml"\n}',
    risk: 'high',
  });
});

it('describeInboxItem does not allow the approval of a preview that is too long to show', () => {
  const subject = { ...call, preview: 'x'.repeat(20_001), origins: [] };
  const { preview, decisions } = describeInboxItem({ subject });
  expect(preview).toHaveLength(20_000);
  expect(decisions).toEqual(['reject']);
});

it.each<[InboxSubject, object]>([
  [
    proposal,
    {
      title: 'Apply manifests: A database',
      effects: ['Applies to namespace "shop" of cluster "prod".'],
      preview: 'kind: Pod',
      decisions: ['approve', 'reject'],
    },
  ],
  [
    { ...proposal, status: 'asking', manifests: null },
    { title: 'Choose a solution: A database', effects: ['Operator', 'Chart'], decisions: ['reject'] },
  ],
  [
    { ...proposal, flow: 'build-platform', status: 'ready', command: ['clusters', 'create', 'a b'] },
    { title: 'Run operation: A database', preview: 'clusters create "a b"', decisions: ['approve', 'reject'] },
  ],
  [
    { kind: 'unknown_call', tool: 'kubectl_apply', input: {}, effect: 'write' },
    { title: 'Unknown outcome of kubectl_apply', decisions: [] },
  ],
])('describeInboxItem describes %o', (subject, expected) => {
  expect(describeInboxItem({ subject })).toMatchObject(expected);
});
