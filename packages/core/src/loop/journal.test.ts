import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { toolCallsOf, userMessage, type Message, type ToolResultPart } from '../message/message.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { JournaledTurn, LoopJournal } from './loop-journal.ts';
import type { OpenTurn } from './agentic-result.ts';

const question = [userMessage('Please.')];

interface Kept {
  readonly added: Message[];
  readonly begun: string[];
  readonly results: ToolResultPart[];
  open: JournaledTurn | undefined;
  entries: number;
}

/** A journal that a process keeps until it dies at the entry of that number, which it does not write. */
function keepJournal(kept: Kept, diesAt = Infinity): LoopJournal {
  const write = async (entry: () => void): Promise<void> => {
    if (kept.entries >= diesAt) throw new Error('died');
    kept.entries += 1;
    entry();
  };
  return {
    turnEnded: (turn) => write(() => void ((kept.open = turn), kept.added.push(...turn.added))),
    callBegun: ({ call }) => write(() => void kept.begun.push(call.id)),
    callEnded: ({ result }) => write(() => void kept.results.push(result)),
    callsAnswered: ({ message }) => write(() => void ((kept.open = undefined), kept.added.push(message))),
  };
}

const nothingKept = (): Kept => ({ added: [], begun: [], results: [], open: undefined, entries: 0 });

/** Where another process goes on. */
function resumption({ added, open, results }: Kept): { messages: Message[]; pending?: OpenTurn; turnsTaken: number } {
  const turnsTaken = added.filter(({ role }) => role === 'assistant').length;
  const isOpen = open !== undefined && toolCallsOf(open.message).length > 0;
  if (!isOpen) return { messages: [...question, ...added], turnsTaken };
  const ids = toolCallsOf(open.message).map(({ id }) => id);
  const answers = results.filter(({ id }) => ids.includes(id));
  return {
    messages: [...question, ...added.slice(0, -1)],
    pending: { turn: open.turn, message: open.message, answers },
    turnsTaken,
  };
}

/** A model that answers by what it is shown, so that it does not matter which process asks. */
const scriptOf = (turns: readonly number[]): ScriptedStep[] =>
  turns.map((calls, turn) => ({
    times: Infinity,
    when: ({ messages }) => messages.filter(({ role }) => role === 'assistant').length === turn,
    text: `Turn ${turn}.`,
    toolCalls: Array.from({ length: calls }, (_, index) => ({
      id: `t${turn}c${index}`,
      name: 'note',
      input: { value: `${turn}/${index}` },
    })),
    usage: { inputTokens: 1, outputTokens: 1 },
  }));

function countingTool(times: Map<string, number>): BoundTool {
  return toolOf(
    'note',
    ({ value = '' }) => {
      times.set(value, (times.get(value) ?? 0) + 1);
      return `noted ${value}`;
    },
    { effect: 'write' },
  );
}

it('runToolLoop awaits the journal of each turn, call and answer before it continues', async () => {
  using model = new ScriptedModel(scriptOf([2, 0]));
  const entries: string[] = [];
  const log =
    (name: string) =>
    async (entry: object): Promise<void> =>
      void entries.push(`${name} ${'turn' in entry ? String(entry.turn) : ''}`);
  const journal: LoopJournal = {
    turnEnded: log('turnEnded'),
    callBegun: log('callBegun'),
    callEnded: log('callEnded'),
    callsAnswered: log('callsAnswered'),
  };
  await runLoop(model, [countingTool(new Map())], { journal, onEvent: ({ type }) => void entries.push(type) });
  expect(entries.filter((entry) => !/delta|tool_call/.test(entry))).toEqual([
    'turn_start',
    'turnEnded 0',
    'turn_end',
    'callBegun 0',
    'callBegun 0',
    'callEnded 0',
    'callEnded 0',
    'tool_result',
    'tool_result',
    'callsAnswered 0',
    'turn_start',
    'turnEnded 1',
    'turn_end',
    'loop_end',
  ]);
});

it('LoopJournal gets every message that the run appends and the steps of every turn', async () => {
  using model = new ScriptedModel([{ text: '', usage: { inputTokens: 3 } }, ...scriptOf([1, 0])]);
  const kept = nothingKept();
  const turns: JournaledTurn[] = [];
  const journal = keepJournal(kept);
  const run = await runLoop(model, [countingTool(new Map())], {
    journal: { ...journal, turnEnded: (turn) => (turns.push(turn), journal.turnEnded(turn)) },
    hooks: { beforeTurn: ({ turn }) => (turn === 1 ? { messages: [userMessage('Quick.')] } : undefined) },
  });
  expect(kept.added).toEqual(run.newMessages);
  expect(turns.flatMap(({ steps }) => steps)).toEqual(run.steps);
});

it('runToolLoop resumes from the journal of a killed process to the same history without repeating an answered call', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      fc.nat(25),
      async (callTurns, diesAt) => {
        const turns = [...callTurns, 0];
        using model = new ScriptedModel(scriptOf(turns));
        const whole = await runLoop(model, [countingTool(new Map())]);

        const times = new Map<string, number>();
        const kept = nothingKept();
        await runLoop(model, [countingTool(times)], { journal: keepJournal(kept, diesAt) });
        const answered = kept.results.length;
        const { messages, ...resumed } = resumption(kept);
        const isOver = kept.open !== undefined && resumed.pending === undefined;
        const run = isOver ? { messages } : await runLoop(model, [countingTool(times)], { messages, ...resumed });

        expect(run.messages).toEqual(whole.messages);
        const unknown = kept.begun.length - answered;
        const calls = callTurns.reduce((sum, count) => sum + count, 0);
        expect([...times.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(calls + unknown);
      },
    ),
    { numRuns: 200 },
  );
});

it('callEnded gets the result of a call that is not run', async () => {
  using model = new ScriptedModel([{ ...scriptOf([1])[0], finish: 'content_filter' }]);
  const kept = nothingKept();
  const run = await runLoop(model, [countingTool(new Map())], { journal: keepJournal(kept) });
  expect(kept.results).toMatchObject([{ id: 't0c0', output: expect.stringContaining('Not run'), isError: true }]);
  expect(kept.added).toEqual(run.newMessages);
});

it('callsAnswered is not called when callEnded failed', async () => {
  using model = new ScriptedModel(scriptOf([2]));
  const entries: string[] = [];
  const note = (name: string) => async (): Promise<void> => void entries.push(name);
  const journal: LoopJournal = {
    turnEnded: note('turnEnded'),
    callBegun: note('callBegun'),
    callEnded: ({ result }) => (result.id === 't0c0' ? Promise.reject(new Error('died')) : note('callEnded')()),
    callsAnswered: note('callsAnswered'),
  };
  const run = await runLoop(model, [countingTool(new Map())], { journal });
  expect(run).toMatchObject({ stopReason: 'model_error' });
  expect(entries).toEqual(['turnEnded', 'callBegun', 'callBegun', 'callEnded']);
});
