import { AppError, type ChatModel, type ModelEvent, noUsage } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import type { Remediation } from '@shipmate/domain/remediation';
import type { ClusterWriter } from '@shipmate/tools/kubernetes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemediationPorts } from '../src/kinds/remediation/remediation-ports.ts';
import {
  answerOf,
  finding,
  type RemediationFixture,
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

const store = () => fixture.unitOfWork.stores.remediations;
const newest = async () => (await store().list(fixture.principal))[0] as Remediation;
const stop = (remediation: Remediation) => fixture.stop(remediation);

/** Executes an approved remediation with some ports replaced. */
const executeApproved = (approved: Remediation, ports: Partial<RemediationPorts> = {}): Promise<Remediation> =>
  fixture.step(unused, approved, ports);

/** Plans to set the variable and to label the namespace, and approves both actions. */
async function approve(namespace: string): Promise<Remediation> {
  const label = {
    description: 'Label it',
    rationale: 'It is under investigation.',
    risk: 'low',
    patch: { resource: `namespace/${namespace}`, patch: 'metadata: { labels: { seen: "yes" } }' },
  };
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace), label])));
  const planned = await fixture.begin(model);
  return await fixture.decide(planned, { decision: 'approve', planHash: planned.plan?.hash ?? '' });
}

const labelsOf = (name: string) =>
  fixture.cluster.objects.get({ apiVersion: 'v1', kind: 'Namespace', name })?.metadata.labels ?? {};

/** Creates ports whose writer calls `before` ahead of each patch. */
function beforeWriting(before: () => Promise<unknown>): Pick<RemediationPorts, 'kubernetes'> {
  const { kubernetes } = fixture.ports(unused);
  return {
    kubernetes: {
      ...kubernetes,
      async writer(target): Promise<ClusterWriter> {
        const writer = await kubernetes.writer(target);
        return {
          ...writer,
          async patch(...call) {
            await before();
            return writer.patch(...call);
          },
        };
      },
    },
  };
}

it('a stopped investigation ends at once, makes no further request, and counts its cost so far', async () => {
  const namespace = fixture.breakApi();
  const look = { name: 'kubectl_describe', input: { resource: 'deployment/api', namespace } };
  const usage = { ...noUsage, inputTokens: 1_200, outputTokens: 30 };
  using answering = new ScriptedModel([{ toolCalls: [look], usage }]);
  let stopped: Promise<Remediation> | undefined;
  let asked = 0;
  /** Calls a tool, then never responds. */
  const model: ChatModel = {
    id: 'demo:shipmate-demo',
    async *stream(request, signal): AsyncIterable<ModelEvent> {
      asked += 1;
      if (asked === 1) return yield* answering.stream(request, signal);
      stopped = stop(await newest());
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      yield { type: 'error', error: new AppError({ code: 'ABORTED', message: 'It was left.' }) };
    },
  };
  const ended = await fixture.begin(model);
  expect(await stopped).toMatchObject({ status: 'stopped', reason: expect.stringContaining('Nothing was changed') });
  expect(ended.spent).toEqual({ model: model.id, usage, costUsd: 0 });
  expect(ended).toEqual(await stopped);
  expect(ended.calls.at(-1)).toMatchObject({ tool: look.name });
  expect(asked).toBe(2);
});

it('a stop lets the current change finish and prevents the next ones', async () => {
  const namespace = fixture.breakApi();
  const approved = await approve(namespace);
  let asked: Remediation | undefined;
  const ended = await executeApproved(
    approved,
    beforeWriting(async () => (asked = await stop(approved))),
  );
  expect(asked).toMatchObject({ status: 'executing', endedAt: null });
  expect(ended).toMatchObject({
    status: 'stopped',
    reason: expect.stringContaining('after a1 was executed'),
    progress: [{ status: 'done' }, { id: 'a2', status: 'not_run' }],
    checks: [{ after: expect.any(Object) }],
  });
  expect(JSON.stringify(fixture.apiOf(namespace))).toContain('DATABASE_URL');
  expect(labelsOf(namespace)).not.toHaveProperty('seen');
});

it('an action that a dead worker began is checked and not repeated after a stop', async () => {
  const namespace = fixture.breakApi();
  const approved = await approve(namespace);
  await fixture.tamper(approved, { progress: [{ id: 'a1', status: 'running', error: null }] });
  expect(await stop(approved)).toMatchObject({ status: 'executing' });
  expect(await executeApproved(approved)).toMatchObject({
    status: 'stopped',
    reason: expect.stringContaining('Nothing was changed'),
    progress: [{ status: 'not_run' }, { status: 'not_run' }],
  });
  expect(JSON.stringify(fixture.apiOf(namespace))).not.toContain('DATABASE_URL');
});

it('no action begins when the remediation is stopped before a worker claims it', async () => {
  const namespace = fixture.breakApi();
  const approved = await approve(namespace);
  const stopped = await stop(approved);
  expect(stopped).toMatchObject({ status: 'stopped', progress: [{ status: 'not_run' }, { status: 'not_run' }] });
  expect(await executeApproved(approved)).toEqual(stopped);
  expect(labelsOf(namespace)).not.toHaveProperty('seen');
});

it('a stopped watch ends, and the changes remain', async () => {
  const namespace = fixture.breakApi();
  const approved = await approve(namespace);
  expect(await executeApproved(approved)).toMatchObject({
    status: 'validating',
    watch: { nextCheckAt: expect.any(String) },
  });
  const ended = await stop(approved);
  expect(await executeApproved(approved)).toEqual(ended);
  expect(ended).toMatchObject({
    status: 'stopped',
    reason: expect.stringContaining('after a1, a2 was executed'),
    progress: [{ status: 'done' }, { status: 'done' }],
  });
  expect(labelsOf(namespace)).toMatchObject({ seen: 'yes' });
});
