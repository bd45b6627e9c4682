import { expect, test } from 'vitest';
import { describeCall } from './cluster-call.ts';

test.each([
  ['kubectl_get', { resource: 'pods', namespace: 'payments' }, 'get pods -n payments'],
  [
    'kubectl_get',
    { resource: 'pod', name: 'web-0', labels: 'app=web', context: 'prod' },
    'get pod web-0 -l app=web --context prod',
  ],
  [
    'kubectl_get',
    { resource: 'pods', fieldSelector: 'status.phase=Pending' },
    'get pods --field-selector status.phase=Pending',
  ],
  ['kubectl_describe', { resource: 'deployment/web', namespace: 'shop' }, 'describe deployment/web -n shop'],
  [
    'kubectl_logs',
    { pod: 'web-0', namespace: 'shop', container: 'app', previous: true, grep: 'error' },
    'logs web-0 -n shop -c app --previous | grep error',
  ],
  ['kubectl_events', { for: 'pod/web-0' }, 'events --for pod/web-0'],
  ['kubectl_top', {}, 'top'],
  ['kubectl_top', { resource: 'nodes' }, 'top nodes'],
  ['kubectl_contexts', {}, 'contexts'],
  [
    'kubectl_rollout_history',
    { resource: 'deployment/web', revision: 3 },
    'rollout history deployment/web --revision 3',
  ],
  [
    'kubectl_scale',
    { resource: 'deployment/web', namespace: 'shop', replicas: 3 },
    'scale deployment/web -n shop --replicas 3',
  ],
  ['kubectl_delete_dryrun', { resource: 'pod/web-0' }, 'delete pod/web-0 --dry-run'],
  [
    'kubectl_apply',
    { manifest: 'kind: Deployment\nmetadata:\n  name: web\n---\nkind: Service\n' },
    'apply Deployment, Service',
  ],
  ['kubectl_patch', { resource: 'svc/web', patch: '{}' }, 'patch svc/web'],
  ['find_problems', { namespace: 'payments' }, 'find problems -n payments'],
  ['query', { question: 'Which\npods restart?' }, 'query Which pods restart?'],
  ['search_capabilities', { query: 'a database' }, 'search capabilities a database'],
  ['recommend', { intent: 'run redis' }, 'recommend run redis'],
  ['impact', { resource: 'svc/web' }, 'impact svc/web'],
])('describeCall describes %s %o as %s', (toolName, input, words) => {
  expect(describeCall(toolName, input)).toBe(words);
});

test.each([undefined, null, 'text', {}, { resource: [], namespace: {} }])(
  'describeCall describes the tool alone while its input is %o',
  (input) => {
    expect(describeCall('kubectl_get', input)).toBe('get');
  },
);

test('describeCall bounds long inputs', () => {
  expect(describeCall('query', { question: 'x'.repeat(5_000) }).length).toBeLessThan(220);
});
