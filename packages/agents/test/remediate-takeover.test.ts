import { AppError, type JsonValue } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemediationPorts } from '../src/kinds/remediation/remediation-ports.ts';
import {
  answerOf,
  finding,
  type RemediationFixture,
  run,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

const unused = new ScriptedModel([]);
let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Creates ports of a worker that dies right after the cluster has stored a change, before the worker records it. */
function dyingPorts(ports: RemediationPorts, death: AbortController): RemediationPorts {
  const die = (): never => {
    death.abort();
    throw new AppError({ code: 'ABORTED', message: 'The worker died.' });
  };
  const { kubernetes } = ports;
  const writer: RemediationPorts['kubernetes']['writer'] = async (target) => {
    const writing = await kubernetes.writer(target);
    return {
      ...writing,
      apply: async (...args) => (await writing.apply(...args), die()),
      patch: async (...args) => (await writing.patch(...args), die()),
      delete: async (...args) => (await writing.delete(...args), die()),
    };
  };
  return { ...ports, kubernetes: { ...kubernetes, writer } };
}

const newMap = (namespace: string): JsonValue => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra', namespace }, data: { a: '1' } };
  return { description: 'Add it', rationale: 'It helps.', risk: 'low', manifest: JSON.stringify(object) };
};

it.each<[string, (namespace: string) => JsonValue]>([
  ['a patch', setVariable],
  ['a scale', (namespace) => run(`kubectl scale deployment/api --replicas=3 -n ${namespace}`)],
  ['a restart', (namespace) => run(`kubectl rollout restart deployment/api -n ${namespace}`)],
  ['an apply', newMap],
  ['a deletion', (namespace) => run(`kubectl delete deployment/api -n ${namespace}`)],
])('%s counts as done and is not repeated when its worker died right after it', async (_, action) => {
  const namespace = fixture.breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [action(namespace)])));
  const planned = await fixture.begin(model);
  const { hash: planHash = '' } = planned.plan ?? {};
  const approved = await fixture.decide(planned, { decision: 'approve', planHash });
  const death = new AbortController();
  const left = await fixture.step(unused, approved, dyingPorts(fixture.ports(unused), death));
  expect(death.signal.aborted).toBe(true);
  expect(left).toMatchObject({ status: 'executing', progress: [{ status: 'running' }] });

  const writes = fixture.cluster.objects.list({ apiVersion: 'apps/v1', kind: 'Deployment' });
  const taken = await fixture.step(unused, left);
  expect(taken.progress).toMatchObject([{ status: 'done' }]);
  expect(fixture.cluster.objects.list({ apiVersion: 'apps/v1', kind: 'Deployment' }).map(generationOf)).toEqual(
    writes.map(generationOf),
  );
});

const generationOf = ({ metadata }: { readonly metadata: { readonly name: string; readonly generation?: number } }) => [
  metadata.name,
  metadata.generation,
];
