import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { bindTools, textOf } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { chartTools, createFixedKubernetesVersions, createHelmCli } from '@shipmate/tools';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { createAgentFixture, noSubchartVersions } from './agent-fixture.ts';

const replace = (oldStr: string, newStr: string, path = 'templates/service.yaml') => ({
  name: 'textEditor',
  input: { command: 'str_replace', path, oldStr, newStr },
});
const breaks = replace('kind: Service\n', 'kind: {{ fail "no" }}\n');
const fixes = replace('kind: {{ fail "no" }}\n', 'kind: Service\n');
const breaksMore = (round: number) => replace(`"${'no'.repeat(round)}"`, `"${'no'.repeat(round + 1)}"`);

/** Runs scripted steps; returns the messages that the hooks sent, the final text and the failures. */
async function answer(steps: readonly ScriptedStep[], { helm = sharedHelm, broken = '' } = {}) {
  await using fixture = await createAgentFixture();
  const { unitOfWork, principal, createExecutor, question, events } = fixture;
  const { workspaces } = unitOfWork.stores;
  const file = await workspaces.findFile(principal, fixture.workspace.id, broken);
  const pending = { op: 'modify', content: '{{ fail "before" }}' } as const;
  if (file) await workspaces.setPending(principal, fixture.workspace.id, { fileId: file.id, pending });
  using model = new ScriptedModel(steps);
  const ports = {
    ...createToolStorage(unitOfWork),
    subchartVersions: noSubchartVersions,
    kubernetesVersions: createFixedKubernetesVersions(),
    compute: createInlineCompute(),
    helm,
  };
  const { run, conversation } = await createExecutor(model, { extraTools: bindTools(chartTools, ports) }).start(
    principal,
    question('go'),
  );
  const log = await events(run.id);
  const messages = await unitOfWork.stores.conversations.listMessages(principal, conversation.id);
  return {
    received: model.requests.flatMap(({ messages: sent }) => {
      const last = sent.at(-1);
      return last?.role === 'user' && textOf(last) !== 'go' ? [textOf(last)] : [];
    }),
    said: textOf(messages.at(-1)?.message ?? { role: 'user', content: [] }),
    status: log.at(-1)?.event,
    failures: log.flatMap(({ event }) => (event.type === 'tool_result' && event.isError ? [event.output] : [])),
  };
}

it('the model is asked to fix the errors that it caused, and then its answer is accepted', async () => {
  const { received, said, failures } = await answer([
    { toolCalls: [breaks] },
    { text: 'All good.' },
    { toolCalls: [fixes] },
    { text: 'Fixed.' },
  ]);
  expect(failures).toEqual([]);
  expect(received).toEqual([expect.stringMatching(/^Your edits broke the chart[^]*templates\/service\.yaml:\d+/)]);
  expect(said).toBe('Fixed.');
});

it('the model reports the remaining errors when three rounds did not fix them', async () => {
  const { received, said, status } = await answer([
    { toolCalls: [breaks] },
    { text: 'Good.' },
    { toolCalls: [breaksMore(1)] },
    { text: 'Good.' },
    { toolCalls: [breaksMore(2)] },
    { text: 'Good.' },
    { toolCalls: [breaksMore(3)] },
    { text: 'Good.' },
    { text: 'The service template is broken.' },
  ]);
  expect(received.map((text) => text.slice(0, 9))).toEqual(['Your edit', 'Your edit', 'Your edit', 'The chart']);
  expect(received.at(-1)).toMatch(/report the remaining errors:[^]*service\.yaml/);
  expect(said).toBe('The service template is broken.');
  expect(status).toMatchObject({ type: 'run_ended', status: 'completed' });
});

it('the model gets no further round when it edits nothing in one', async () => {
  const { received, said } = await answer([
    { toolCalls: [breaks] },
    { text: 'Good.' },
    { text: 'It is good.' },
    { text: 'The service template is left broken.' },
  ]);
  expect(received).toHaveLength(2);
  expect(said).toBe('The service template is left broken.');
});

it('the check of the model after its last edit is reused', async () => {
  const { received, said } = await answer([
    { toolCalls: [breaks] },
    { toolCalls: [{ name: 'validateChart', input: {} }] },
    { toolCalls: [fixes] },
    { toolCalls: [{ name: 'validateChart', input: {} }] },
    { text: 'Checked.' },
  ]);
  expect(received).toEqual([]);
  expect(said).toBe('Checked.');
});

it('errors from before the first edit are ignored', async () => {
  const { received, said } = await answer(
    [{ toolCalls: [replace('replicaCount: 1', 'replicaCount: 2', 'values.yaml')] }, { text: 'Done.' }],
    { broken: 'templates/service.yaml' },
  );
  expect(received).toEqual([]);
  expect(said).toBe('Done.');
});

it('nothing is checked when helm is missing', async () => {
  const helm = createHelmCli({ environment: { HELM_EXECUTABLE: '/nowhere/helm' } });
  const { received, said } = await answer([{ toolCalls: [breaks] }, { text: 'Done.' }], { helm });
  expect(received).toEqual([]);
  expect(said).toBe('Done.');
});
