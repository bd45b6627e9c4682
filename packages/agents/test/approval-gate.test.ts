import { bindTools, createToolExecutionContext, defineTool, type CallToApprove, type ToolEffect } from '@shipmate/core';
import { createTestRun } from '@shipmate/domain/testing';
import { newId, type Approval } from '@shipmate/domain';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createApprovalGate, type ApprovalPolicy } from '../src/approval/approval-gate.ts';
import { createApprovalSigner } from '../src/approval/approval-signer.ts';
import { createRunRecorder } from '../src/run/log/run-recorder.ts';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const worlds: AgentWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]();
});

/** The gate of one run, and calls to send through it. */
async function setUp(policy: ApprovalPolicy, expiresInSeconds?: number) {
  const world = await createAgentWorld();
  worlds.push(world);
  const { unitOfWork, principal, workspace } = world;
  const { runs, approvals, grants, audit } = unitOfWork.stores;
  const runId = await createTestRun(unitOfWork, principal, workspace.id);
  const lease = { runId, owner: newId() };
  const run = await runs.claim(runId, { owner: lease.owner, seconds: 60 });
  if (!run) throw new Error('Nobody else claims this run.');
  const failures: unknown[] = [];
  const createGate = (secret = 'a secret') =>
    createApprovalGate({
      unitOfWork,
      signer: createApprovalSigner(secret),
      recorder: createRunRecorder({
        lease,
        unitOfWork,
        position: 0,
        patience: { ms: 1_000, signal: new AbortController().signal },
        show: () => undefined,
        onFailure: (error) => failures.push(error),
      }),
      run,
      principal,
      policy,
      ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    });
  const toCall = (effect: ToolEffect, name = 'web'): CallToApprove => {
    const [tool] = bindTools(
      [
        defineTool({
          name: 'change',
          description: 'Changes a thing.',
          effect,
          input: z.object({ name: z.string() }),
          output: z.unknown(),
          execute: async () => undefined,
        }),
      ],
      {},
    );
    if (!tool) throw new Error('One definition makes one tool.');
    const input = { name };
    return {
      turn: 0,
      call: { type: 'tool_call', id: 'call_1', name: 'change', input },
      tool,
      input,
      effect,
      context: createToolExecutionContext({ principal }),
    };
  };
  const asked = async (): Promise<readonly Approval[]> => approvals.listForRun(principal, runId);
  return { createGate, gate: createGate(), toCall, asked, principal, workspace, grants, approvals, audit, runId };
}

it.each<[ToolEffect, ApprovalPolicy['write'], string]>([
  ['read', 'ask', 'allow'],
  ['write', 'allow', 'allow'],
  ['write', 'ask', 'ask'],
  ['destructive', 'allow', 'ask'],
  ['destructive', 'ask', 'ask'],
])('a call to %s, where writes are to %s: %s', async (effect, write, decision) => {
  const { gate, toCall, asked } = await setUp({ write });
  expect(await gate(toCall(effect))).toBe(decision);
  expect(await asked()).toHaveLength(decision === 'ask' ? 1 : 0);
});

it('lets calls of a tool that was granted for always write without asking, and writes that down', async () => {
  const { gate, toCall, asked, grants, audit, principal, workspace, runId } = await setUp({ write: 'ask' });
  await grants.create(principal, { id: newId(), workspaceId: workspace.id, tool: 'change' });
  expect(await gate(toCall('write'))).toBe('allow');
  expect(await asked()).toMatchObject([{ runId, tool: 'change', status: 'approved', decidedBy: 'grant' }]);
  expect(await audit.list(principal, { kind: 'tool_call_approved', limit: 10 })).toMatchObject([
    { details: { tool: 'change', by: 'grant' }, userId: principal.userId },
  ]);
});

it('asks once about a call, and takes the answer when it is asked again', async () => {
  const { gate, createGate, toCall, asked, approvals, principal } = await setUp({ write: 'ask' });
  expect(await gate(toCall('write'))).toBe('ask');
  expect(await createGate()(toCall('write'))).toBe('ask');
  const [approval] = await asked();
  await approvals.decide(principal, approval?.id ?? '', { decision: 'approve' });
  expect(await createGate()(toCall('write'))).toBe('allow');
  expect(await asked()).toHaveLength(1);
});

it('does not take an approval for another input, or one that another secret signed', async () => {
  const { gate, createGate, toCall, asked, approvals, principal } = await setUp({ write: 'ask' });
  await gate(toCall('destructive'));
  const [approval] = await asked();
  await approvals.decide(principal, approval?.id ?? '', { decision: 'approve' });
  expect(await gate(toCall('destructive', 'everything'))).toEqual({ deny: 'its approval is for another call.' });
  expect(await createGate('another secret')(toCall('destructive'))).toEqual({
    deny: 'its approval is for another call.',
  });
  expect(await gate(toCall('destructive'))).toBe('allow');
});

it('denies what nobody approved in time', async () => {
  const { gate, toCall } = await setUp({ write: 'ask' }, 0);
  expect(await gate(toCall('write'))).toEqual({ deny: 'nobody approved it in time.' });
});
