import { expect, it } from 'vitest';
import { compareDesired, desiredStateOf } from './desired-state.ts';

const deployment = (spec: object) => ({
  kind: 'Deployment',
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
});

function compare(before: object, after: object, isAutoscaled = false): readonly string[] {
  const [was, is] = [before, after].map((each) => desiredStateOf({ ...each }));
  return compareDesired(was ?? {}, is ?? {}, { isAutoscaled }).map(({ aspect, words }) => `${aspect}: ${words}`);
}

it.each([
  [
    deployment({ replicas: 2 }),
    deployment({ replicas: 0 }),
    'scale: wants 0 replicas; before the change it wanted 2 replicas',
  ],
  [deployment({}), deployment({ replicas: 3 }), 'scale: wants 3 replicas; before the change it wanted 1 replicas'],
  [deployment({}), deployment({ paused: true }), 'scale: is paused; before the change it was not paused'],
  [
    { kind: 'Service', spec: { selector: { app: 'web', tier: 'front' } } },
    { kind: 'Service', spec: { selector: { app: 'api' } } },
    'selector: selects app=api; before the change it selected app=web,tier=front',
  ],
  [
    { kind: 'DaemonSet', status: { desiredNumberScheduled: 3 } },
    { kind: 'DaemonSet', status: { desiredNumberScheduled: 0 } },
    'scale: wants pods on 0 nodes; before the change it wanted pods on 3 nodes',
  ],
  [
    { kind: 'HorizontalPodAutoscaler', spec: { maxReplicas: 6 } },
    { kind: 'HorizontalPodAutoscaler', spec: { maxReplicas: 1 } },
    'scale: allows 1 replicas at most; before the change it allowed 6 replicas at most',
  ],
  [
    { kind: 'CronJob', spec: { schedule: '* * * * *' } },
    { kind: 'CronJob', spec: { schedule: '* * * * *', suspend: true } },
    'scale: is suspended; before the change it was not suspended',
  ],
])('compareDesired reports a change of desired state: %j to %j', (before, after, words) => {
  expect(compare(before, after)).toEqual([words]);
});

it('compareDesired reports no change when an autoscaler sets the replicas, except to zero', () => {
  expect(compare(deployment({ replicas: 2 }), deployment({ replicas: 5 }), true)).toEqual([]);
  expect(compare(deployment({ replicas: 2 }), deployment({ replicas: 0 }), true)).toHaveLength(1);
});

it('compareDesired reports no change when nothing is taken away', () => {
  const autoscaler = (maxReplicas: number) => ({ kind: 'HorizontalPodAutoscaler', spec: { maxReplicas } });
  expect(compare(autoscaler(3), autoscaler(6))).toEqual([]);
  expect(compare(deployment({ replicas: 1 }), deployment({}))).toEqual([]);
  expect(compare({ kind: 'ConfigMap', data: { a: 'b' } }, { kind: 'ConfigMap', data: {} })).toEqual([]);
});
