import { expect, test } from 'vitest';
import { now } from '../../../test/support/diagnose.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { ClusterObjects } from './cluster-objects.ts';
import { findProblems } from './find-problems.ts';

/** Counts the reads of an object's fields. */
interface Reads {
  count: number;
}

function counting(object: KubeObject, reads: Reads): KubeObject {
  return new Proxy(object, {
    getOwnPropertyDescriptor(target, key) {
      reads.count += 1;
      return Object.getOwnPropertyDescriptor(target, key);
    },
  });
}

interface Fields {
  readonly metadata?: object;
  readonly [field: string]: unknown;
}

const owner = (kind: string, name: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: `${kind}-${name}`, controller: true }],
});

/**
 * Creates one namespace in which every kind grows alike: each workload has its own pods, service, budget,
 * policy and job.
 */
function createObjects(size: number, reads: Reads): ClusterObjects {
  const lists = new Map<string, KubeObject[]>();
  const add = (kind: string, name: string, { metadata, ...fields }: Fields) => {
    const object = { kind, ...fields, metadata: { name, namespace: 'shop', uid: `${kind}-${name}`, ...metadata } };
    const known = lists.get(kind) ?? [];
    known.push(counting(object, reads));
    lists.set(kind, known);
  };
  for (let index = 0; index < size; index += 1) {
    const app = `app-${index}`;
    const labels = { app, 'app.kubernetes.io/part-of': 'shop' };
    const selector = { matchLabels: labels };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'app' }] } };
    add('Deployment', app, { spec: { replicas: 1, template }, status: {} });
    add('ReplicaSet', `${app}-1`, { spec: {}, metadata: owner('Deployment', app) });
    add('Pod', `${app}-1-x`, {
      spec: { containers: [{ name: 'app' }] },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }], containerStatuses: [] },
      metadata: { labels, ...owner('ReplicaSet', `${app}-1`) },
    });
    add('Service', app, {
      spec: { selector: index % 2 === 0 ? labels : { app: `gone-${index}` }, ports: [{ port: 80 }] },
    });
    add('EndpointSlice', app, { endpoints: [], metadata: { labels: { 'kubernetes.io/service-name': app } } });
    add('PodDisruptionBudget', app, { spec: { selector }, status: { expectedPods: 0 } });
    add('NetworkPolicy', app, { spec: { podSelector: selector, ingress: [{ from: [{ podSelector: selector }] }] } });
    add('Job', app, {
      status: { failed: 1, conditions: [{ type: 'Failed', status: 'True' }] },
      metadata: owner('CronJob', app),
    });
    add('Event', app, { involvedObject: { kind: 'Pod', namespace: 'shop', name: `${app}-1-x` }, reason: 'Unhealthy' });
  }
  const known = [...lists].map(([kind, items]) => [kind, { items, isComplete: true }] as const);
  return new ClusterObjects({ now }, new Map(known));
}

function countReads(size: number): number {
  const reads = { count: 0 };
  const objects = createObjects(size, reads);
  reads.count = 0;
  expect(findProblems(objects).length).toBeGreaterThan(size);
  return reads.count;
}

test('findProblems reads twice as much when one namespace holds twice as many objects of every kind', () => {
  const [some, twice] = [400, 800].map(countReads) as [number, number];
  expect(twice / some).toBeLessThan(2.1);
});
