import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubeObject } from '../object/kube-object.ts';
import { createObjectStore, type ObjectStore } from '../store/object-store.ts';
import { isAllowed, type Connection, type Peer } from './network-policy.ts';

const kept = { uid: '', resourceVersion: '', creationTimestamp: '' };

function pod(namespace: string, labels: Record<string, string>, address: string): Peer & { pod: KubeObject } {
  const ports = [{ name: 'redis', containerPort: 6379 }];
  const metadata = { ...kept, name: address, namespace, labels };
  return { address, pod: { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ ports }] } } };
}

const db = pod('default', { role: 'db' }, '10.244.0.10');
const frontend = pod('default', { role: 'frontend' }, '10.244.0.11');
const other = pod('default', { role: 'other' }, '10.244.0.12');
const project = pod('project', { role: 'batch' }, '10.244.1.13');
const projectFrontend = pod('project', { role: 'frontend' }, '10.244.1.14');
const outside = (address: string): Peer => ({ address });

type Policy = readonly [namespace: string, spec: Record<string, unknown>];

function storeOf(policies: readonly Policy[]): ObjectStore {
  const store = createObjectStore();
  for (const [name, labels] of [
    ['default', {}],
    ['project', { project: 'myproject' }],
  ] as const) {
    store.put('/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { ...kept, name, labels } });
  }
  for (const [index, [namespace, spec]] of policies.entries()) {
    const metadata = { ...kept, name: `policy-${index}`, namespace };
    const apiVersion = 'networking.k8s.io/v1';
    store.put('networking.k8s.io/networkpolicies', { apiVersion, kind: 'NetworkPolicy', metadata, spec });
  }
  return store;
}

const tcp = (from: Peer, to: Peer, port = 6379): Connection => ({ from, to, port, protocol: 'TCP' });
const judge = (policies: readonly Policy[], connection: Connection) => isAllowed(storeOf(policies), connection);

const everyPod = { podSelector: {} };
const denyIn: Policy = ['default', { ...everyPod, policyTypes: ['Ingress'] }];
const denyOut: Policy = ['default', { ...everyPod, policyTypes: ['Egress'] }];
const allowIn: Policy = ['default', { ...everyPod, policyTypes: ['Ingress'], ingress: [{}] }];
const allowOut: Policy = ['default', { ...everyPod, policyTypes: ['Egress'], egress: [{}] }];

test.each([
  ['no policy', [], true, true],
  ['a policy that denies all ingress', [denyIn], false, true],
  ['a policy that denies all egress', [denyOut], true, false],
  [
    'a policy that denies ingress and egress',
    [['default', { ...everyPod, policyTypes: ['Ingress', 'Egress'] }]],
    false,
    false,
  ],
  ['two policies, of which one allows', [denyIn, allowIn], true, true],
  ['a policy that allows all egress', [denyOut, allowOut], true, true],
  ['a policy of another namespace', [['project', denyIn[1]]], true, true],
  [
    'a policy for other pods',
    [['default', { podSelector: { matchLabels: { role: 'other' } }, policyTypes: ['Ingress'] }]],
    true,
    true,
  ],
] as const)('isAllowed applies %s to ingress and egress', (_, policies, ...expected) => {
  const store = storeOf(policies as readonly Policy[]);
  const far = outside('203.0.113.9');
  expect([isAllowed(store, tcp(far, db)), isAllowed(store, tcp(db, far))]).toEqual(expected);
});

const documented: Policy = [
  'default',
  {
    podSelector: { matchLabels: { role: 'db' } },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [
          { ipBlock: { cidr: '172.17.0.0/16', except: ['172.17.1.0/24'] } },
          { namespaceSelector: { matchLabels: { project: 'myproject' } } },
          { podSelector: { matchLabels: { role: 'frontend' } } },
        ],
        ports: [{ protocol: 'TCP', port: 6379 }],
      },
    ],
    egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/24' } }], ports: [{ protocol: 'TCP', port: 5978 }] }],
  },
];

test.each([
  ['a pod with the label', tcp(frontend, db), true],
  ['a pod without the label', tcp(other, db), false],
  ['any pod of a selected namespace', tcp(project, db), true],
  ['an address in the block', tcp(outside('172.17.0.5'), db), true],
  ['an address in an excepted block', tcp(outside('172.17.1.5'), db), false],
  ['an address outside the block', tcp(outside('172.18.0.5'), db), false],
  ['another port', tcp(frontend, db, 6380), false],
  ['another protocol', { ...tcp(frontend, db), protocol: 'UDP' as const }, false],
  ['egress to the block', tcp(db, outside('10.0.0.7'), 5978), true],
  ['egress to another port', tcp(db, outside('10.0.0.7'), 443), false],
  ['egress to a pod', tcp(db, frontend), false],
  ['a pod that is not selected', tcp(project, other), true],
  ['a pod to itself', tcp(db, db, 1), true],
])('the policy in the Kubernetes documentation decides about %s', (_, connection, expected) => {
  expect(judge([documented], connection)).toBe(expected);
});

const fromBoth = {
  namespaceSelector: { matchLabels: { project: 'myproject' } },
  podSelector: { matchLabels: { role: 'frontend' } },
};
const ingress = (rule: Record<string, unknown>): Policy => [
  'default',
  { podSelector: { matchLabels: { role: 'db' } }, policyTypes: ['Ingress'], ingress: [rule] },
];
const expression = { key: 'role', operator: 'In', values: ['other', 'batch'] };

const rules: readonly (readonly [string, Record<string, unknown>, Connection, boolean])[] = [
  ['a peer that matches both selectors', { from: [fromBoth] }, tcp(projectFrontend, db), true],
  ['a peer that matches the pod selector only', { from: [fromBoth] }, tcp(frontend, db), false],
  ['a peer that matches the namespace selector only', { from: [fromBoth] }, tcp(project, db), false],
  ['an empty pod selector, for a pod of another namespace', { from: [{ podSelector: {} }] }, tcp(project, db), false],
  [
    'an empty namespace selector, for a pod of another namespace',
    { from: [{ namespaceSelector: {} }] },
    tcp(project, db),
    true,
  ],
  [
    'an empty namespace selector, for an address outside the cluster',
    { from: [{ namespaceSelector: {} }] },
    tcp(outside('1.2.3.4'), db),
    false,
  ],
  ['a match expression', { from: [{ podSelector: { matchExpressions: [expression] } }] }, tcp(other, db), true],
  ['the last port of a range', { ports: [{ port: 6000, endPort: 6379 }] }, tcp(other, db), true],
  ['a port above a range', { ports: [{ port: 6000, endPort: 6378 }] }, tcp(other, db), false],
  ['a named port', { ports: [{ port: 'redis' }] }, tcp(other, db), true],
  ['another named port', { ports: [{ port: 'redis' }] }, tcp(other, db, 80), false],
  ['an unknown named port', { ports: [{ port: 'sql' }] }, tcp(other, db), false],
  ['a protocol without a port', { ports: [{ protocol: 'UDP' }] }, tcp(other, db), false],
  ['an IPv6 block', { from: [{ ipBlock: { cidr: '2001:db8::/32' } }] }, tcp(outside('2001:db8::7'), db), true],
];

test.each(rules.map(([name, body, attempt, expected]) => ({ name, body, attempt, expected })))(
  'an ingress rule for $name is applied as documented',
  ({ body, attempt, expected }) => {
    expect(judge([ingress(body)], attempt)).toBe(expected);
  },
);

test('a connection needs the egress of its source and the ingress of its destination', () => {
  const letOut: Policy = ['default', { ...everyPod, policyTypes: ['Egress'], egress: [{ to: [{ podSelector: {} }] }] }];
  expect(judge([letOut], tcp(frontend, db))).toBe(true);
  expect(judge([letOut, denyIn], tcp(frontend, db))).toBe(false);
  expect(judge([allowIn, denyOut], tcp(frontend, db))).toBe(false);
});

const peer = fc.constantFrom<Peer>(
  db,
  frontend,
  other,
  project,
  projectFrontend,
  outside('10.0.0.7'),
  outside('172.17.1.5'),
);
const connection = fc.record({
  from: peer,
  to: peer,
  port: fc.constantFrom(53, 80, 6379),
  protocol: fc.constant('TCP' as const),
});
const selector = fc.constantFrom({}, { matchLabels: { role: 'db' } }, { matchLabels: { role: 'frontend' } });
const rule = fc.constantFrom<Record<string, unknown>>(
  {},
  { ports: [{ port: 80 }] },
  { from: [{ podSelector: {} }], to: [{ podSelector: {} }] },
  { from: [fromBoth], to: [fromBoth], ports: [{ port: 'redis' }] },
  { from: [{ ipBlock: { cidr: '10.0.0.0/8' } }], to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] },
);
const policy = fc.record({
  podSelector: selector,
  policyTypes: fc.subarray(['Ingress', 'Egress'], { minLength: 1 }),
  ingress: fc.array(rule, { maxLength: 2 }),
  egress: fc.array(rule, { maxLength: 2 }),
});
const policies = fc.array(fc.tuple(fc.constantFrom('default', 'project'), policy), { maxLength: 4 });

test('another policy never denies more when its pods are already selected', () => {
  fc.assert(
    fc.property(
      policies,
      fc.tuple(fc.constantFrom('default', 'project'), policy),
      connection,
      (some, more, attempt) => {
        const closed: Policy[] = ['default', 'project'].map((name) => [
          name,
          { ...everyPod, policyTypes: ['Ingress', 'Egress'] },
        ]);
        const before = judge([...closed, ...some], attempt);
        expect(before && !judge([...closed, ...some, more], attempt)).toBe(false);
      },
    ),
  );
});

test('network policies give the same result in any order', () => {
  fc.assert(
    fc.property(policies, connection, (some, attempt) => {
      expect(judge(some.toReversed(), attempt)).toBe(judge(some, attempt));
    }),
  );
});
