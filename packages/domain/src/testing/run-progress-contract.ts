import { noUsage, type AssistantMessage, type ToolMessage } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { NewRunStep } from '../run/run-step.ts';
import type { ToolCallResult } from '../run/run-tool-call.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestTenant } from './create-test-tenant.ts';

const awkward = 'NUL \0, lone \ud800 surrogate, "quotes", \\u0000';
const call = { toolCallId: 'call_1', turn: 0, name: 'x', effect: 'write', idempotent: false } as const;
const answered: AssistantMessage = {
  role: 'assistant',
  content: [{ type: 'tool_call', id: 'call_1', name: 'x', input: { zebra: awkward, a: [1e21, null] } }],
};
const part = { type: 'tool_result', id: 'call_1', name: 'x', output: awkward, isError: false } as const;
const result: ToolCallResult = {
  part,
  durationMs: 0.5,
  clientEvents: [{ type: 'preview', data: { z: 1, a: awkward } }],
};
const tool: ToolMessage = { role: 'tool', content: [part], note: 'A limit is near.' };
const step: NewRunStep = {
  turn: 0,
  model: 'demo:scripted',
  finish: 'tool_calls',
  usage: { inputTokens: 9, outputTokens: 8, cacheReadTokens: 7, cacheWriteTokens: 6, reasoningTokens: 5 },
  costUsd: 0.125,
  messages: [answered],
  durationMs: 1_500,
};

/** Runs the contract of the data for resuming a run for every `RunStore`. */
export function runProgressContract(open: OpenDatabase): void {
  describe('RunStore turns and tool calls', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const runId = await createTestRun(unitOfWork, principal);
      const { runs } = unitOfWork.stores;
      const lease = { runId, owner: newId() };
      await runs.claim(runId, { owner: lease.owner, seconds: 3_600 });
      return { runs, principal, runId, lease };
    }

    it('store turns exactly, and complete them with the answers to their calls', async () => {
      const { runs, principal, runId, lease } = await setUp();
      const { durationMs, ...kept } = step;
      await runs.saveStep(lease, { ...step, turn: 1, messages: [], costUsd: null, usage: noUsage });
      await runs.saveStep(lease, { ...step, messages: [] });
      await runs.saveStep(lease, step);
      const [first, second] = await runs.listSteps(runId);
      expect(first).toMatchObject(kept);
      expect(JSON.stringify(first?.messages)).toBe(JSON.stringify([answered]));
      expect((first?.endedAt.getTime() ?? 0) - (first?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(durationMs);
      expect(second).toMatchObject({ turn: 1, messages: [], costUsd: null });
      await runs.saveStepAnswers(lease, { turn: 0, message: tool });
      await runs.saveStepAnswers(lease, { turn: 0, message: tool });
      expect((await runs.listSteps(runId))[0]?.messages).toEqual([answered, tool]);
      expect(await runs.get(principal, runId)).toMatchObject({ attempt: 0 });
    });

    it('store a call from its start to its result, and again when it is repeated', async () => {
      const { runs, runId, lease } = await setUp();
      const input = { zebra: awkward, a: 1 };
      await runs.beginToolCall(lease, { ...call, input });
      expect(await runs.listToolCalls(runId)).toMatchObject([
        { ...call, runId, input, status: 'running', result: null },
      ]);
      await runs.endToolCall(lease, { turn: 0, input, result });
      const [ended] = await runs.listToolCalls(runId);
      expect(ended).toMatchObject({ ...call, status: 'finished', result, endedAt: expect.any(Date) });
      expect(JSON.stringify([ended?.input, ended?.result])).toBe(JSON.stringify([input, result]));
      await runs.beginToolCall(lease, { ...call, input });
      expect(await runs.listToolCalls(runId)).toMatchObject([{ status: 'running', result: null, endedAt: null }]);
    });

    it('store the result of a call that never began', async () => {
      const { runs, runId, lease } = await setUp();
      const refused = { ...result, part: { ...part, isError: true } };
      await runs.endToolCall(lease, { turn: 2, input: 'not JSON', result: refused });
      expect(await runs.listToolCalls(runId)).toMatchObject([
        {
          toolCallId: 'call_1',
          turn: 2,
          name: 'x',
          input: 'not JSON',
          effect: 'read',
          status: 'failed',
          result: refused,
        },
      ]);
    });

    it.each([
      { as: 'a result', given: result, left: [{ status: 'finished', result }] },
      { as: 'never begun', given: null, left: [] },
    ])(
      'settle a call with an unknown outcome once, as $as, and only while no lease is held',
      async ({ given, left }) => {
        const { runs, runId, lease } = await setUp();
        await runs.beginToolCall(lease, { ...call, input: {} });
        await runs.markToolCallUnknown(lease, call.toolCallId);
        const settle = (toolCallId: string) => runs.settleToolCall({ runId, toolCallId }, given);
        await expect(settle(call.toolCallId)).rejects.toMatchObject({ code: 'CONFLICT' });
        await runs.release(lease, 'waiting');
        expect(await runs.listToolCalls(runId)).toMatchObject([{ status: 'unknown', result: null }]);
        await expect(settle('another')).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await settle(call.toolCallId);
        expect(await runs.listToolCalls(runId)).toMatchObject(left);
        await expect(settle(call.toolCallId)).rejects.toMatchObject({
          code: expect.stringMatching(/CONFLICT|NOT_FOUND/),
        });
      },
    );

    it('are empty for unknown runs', async () => {
      const { runs } = await setUp();
      for (const id of [newId(), 'no-id']) {
        expect([await runs.listSteps(id), await runs.listToolCalls(id)]).toEqual([[], []]);
      }
    });
  });
}
