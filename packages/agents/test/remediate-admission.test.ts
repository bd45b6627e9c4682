import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answerOf,
  finding,
  type RemediationFixture,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/**
 * Policies of a namespace that respond with 403 for another reason than permissions, each with an object that it
 * rejects.
 */
const policies = [
  {
    policy: 'a quota',
    object: (namespace: string) => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'quota', namespace },
      spec: { hard: { configmaps: '1' } },
    }),
    manifest: (namespace: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: ${namespace}}\n`,
    words: /Action a1 is refused: [^]*exceeded quota: quota/,
  },
  {
    policy: 'a limit range',
    object: (namespace: string) => ({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'limits', namespace },
      spec: { limits: [{ type: 'Container', max: { memory: '64Mi' } }] },
    }),
    manifest: (namespace: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: probe, namespace: ${namespace}}\n` +
      'spec: {containers: [{name: main, image: "api:1", resources: {limits: {memory: 128Mi}}}]}\n',
    words: /Action a1 is refused: [^]*maximum memory usage per Container is 64Mi/,
  },
];

it.each(policies)(
  'remediate asks the model for another plan with the message of the server when $policy rejects it',
  async (policy) => {
    const namespace = fixture.breakApi();
    fixture.cluster.objects.apply(policy.object(namespace));
    fixture.cluster.settle();
    const refused = {
      description: 'Create an object',
      rationale: 'The program reads it.',
      risk: 'low',
      manifest: policy.manifest(namespace),
    };
    using model = new ScriptedModel([
      ...finding(namespace, answerOf(namespace, [refused])),
      { toolCalls: [{ name: 'submit_answer', input: answerOf(namespace, [setVariable(namespace)]) }] },
    ]);
    expect(await fixture.begin(model)).toMatchObject({ status: 'awaiting_approval' });
    const received = JSON.stringify(model.requests.at(-1)?.messages);
    expect(received).toMatch(policy.words);
    expect(received).not.toContain('Not permitted');
  },
);
