import { noUsage, userMessage, type AssistantMessage, type Message, type ToolMessage } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { requireConversationRun } from '../run/run.ts';
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
const toCalls = (...ids: readonly string[]): AssistantMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_call', id, name: 'x', input: { zebra: awkward } })),
});
const toText = (text: string): AssistantMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });
/** Node's deep comparison exhausts the stack here; the providers' adapter refuses such an input, another model need not. */
const deepCall: AssistantMessage = {
  role: 'assistant',
  content: [
    { type: 'tool_call', id: 'call_1', name: 'x', input: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) },
  ],
};
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

    it('complete a turn without stored answers with the results of its calls, in the order of the calls', async () => {
      const { runs, runId, lease } = await setUp();
      const end = (id: string) =>
        runs.endToolCall(lease, { turn: 0, input: {}, result: { ...result, part: { ...part, id } } });
      const messages = [toCalls('call_1', 'call_2')];
      await runs.saveStep(lease, { ...step, messages });
      await end('call_2');
      expect(await runs.listSteps(runId)).toMatchObject([{ messages }]);
      await end('call_1');
      const answers = { role: 'tool', content: [part, { ...part, id: 'call_2' }] };
      const [turn] = await runs.listSteps(runId);
      expect(JSON.stringify(turn?.messages)).toBe(JSON.stringify([...messages, answers]));
    });

    it.each<{ readonly as: string; readonly change: (messages: readonly Message[]) => readonly Message[] }>([
      { as: 'completed', change: (messages) => messages },
      { as: 'interrupted in a later turn', change: (messages) => [...messages.slice(0, -1), toText('Almost')] },
      { as: 'stopped before its calls were answered', change: (messages) => messages.slice(0, 3) },
      { as: 'with messages that its turns do not contain', change: ([, ...messages]) => messages },
      { as: 'without a text', change: (messages) => messages.slice(0, 2) },
    ])('keep the messages of a run exactly in its conversation, when $as', async ({ change }) => {
      const { runs, principal, runId, lease } = await setUp();
      const { conversations } = database().unitOfWork.stores;
      const { conversationId } = requireConversationRun(await runs.get(principal, runId));
      const turns: Message[][] = [
        [toCalls('call_1')],
        [toCalls('call_2')],
        [{ role: 'assistant', content: [...toText('Looking').content, ...toCalls('call_3').content] }],
        [toText('Done')],
      ];
      const answers = ['call_1', 'call_2', 'call_3'].map(
        (id): ToolMessage => ({ role: 'tool', content: [{ ...part, id }] }),
      );
      for (const [turn, messages] of turns.entries()) {
        await runs.saveStep(lease, { ...step, turn, messages });
        const [answered] = answers[turn]?.content ?? [];
        if (answered) await runs.endToolCall(lease, { turn, input: {}, result: { ...result, part: answered } });
      }
      const all = turns.flatMap((messages, turn) => [...messages, ...(answers[turn] ? [answers[turn]] : [])]);
      const asked = [{ id: newId(), runId, message: userMessage('Look.') }];
      const said = change(all).map((message) => ({ id: newId(), runId, message }));
      const next = [{ id: newId(), runId: null, message: userMessage('And now?') }];
      for (const messages of [asked, said, next]) {
        await conversations.appendMessages(principal, conversationId, messages);
      }
      const expected = [...asked, ...said, ...next].map((message, index) => ({ ...message, position: index + 1 }));
      const list = async (page?: { readonly before: number | undefined; readonly limit: number }) =>
        (await conversations.listMessages(principal, conversationId, page)).map(
          ({ id, runId: of, message, position }) => ({ id, runId: of, message, position }),
        );
      expect(JSON.stringify(await list())).toBe(JSON.stringify(expected));
      for (const before of [undefined, ...expected.map(({ position }) => position)]) {
        for (const limit of [1, 2, 4, 20]) {
          const older = expected.slice(0, before === undefined ? undefined : before - 1);
          expect(await list({ before, limit })).toEqual(older.slice(-limit));
        }
      }
    });

    it('keep a call exactly whose input a model nested deeply', async () => {
      const { runs, principal, runId, lease } = await setUp();
      const { conversations } = database().unitOfWork.stores;
      const { conversationId } = requireConversationRun(await runs.get(principal, runId));
      await runs.saveStep(lease, { ...step, messages: [deepCall] });
      await conversations.appendMessages(principal, conversationId, [{ id: newId(), runId, message: deepCall }]);
      const [kept] = await conversations.listMessages(principal, conversationId);
      expect(JSON.stringify(kept?.message)).toBe(JSON.stringify(deepCall));
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
