import { expect, it } from 'vitest';
import { runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import type { RestartReason } from './loop-event.ts';
import type { StopReason } from './agentic-result.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';
import { textOf } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage } from '../model/usage.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

const usage = { inputTokens: 10, outputTokens: 50 };
const echo = toolOf('echo', ({ value = '' }) => ({ echoed: value }));
const callEcho: ScriptedStep = { toolCalls: [{ name: 'echo' }], usage };
const answer: ScriptedStep = { text: 'Done.', usage };
const empty: ScriptedStep = { thinking: 'Hm.', usage };
const cut: ScriptedStep = { ...callEcho, finish: 'length' };
const unreadable: ScriptedStep = { finish: 'other', usage };

interface Oddity {
  readonly title: string;
  readonly steps: readonly ScriptedStep[];
  readonly config?: Partial<RunToolLoopConfig>;
  readonly restarts: readonly RestartReason[];
  readonly ends: StopReason;
  /** Fields of the last request. */
  readonly last: Partial<ModelRequest>;
  readonly note?: RegExp;
}

const oddities: readonly Oddity[] = [
  {
    title: 'an empty first answer: tools may still be called',
    steps: [empty, answer],
    restarts: ['empty'],
    ends: 'final',
    last: {},
    note: /^Your last answer was empty/,
  },
  {
    title: 'an empty answer after tools: text is requested',
    steps: [callEcho, empty, answer],
    restarts: ['empty'],
    ends: 'final',
    last: { toolChoice: 'none' },
    note: /^Your last answer was empty/,
  },
  { title: 'two empty answers', steps: [empty, empty], restarts: ['empty'], ends: 'model_error', last: {} },
  {
    title: 'two empty answers in the last turn',
    steps: [empty, empty],
    config: { maxIterations: 1 },
    restarts: ['empty'],
    ends: 'max_iterations',
    last: { toolChoice: 'none' },
  },
  {
    title: 'an empty answer in the last turn',
    steps: [empty, answer],
    config: { maxIterations: 1 },
    restarts: ['empty'],
    ends: 'max_iterations',
    last: { toolChoice: 'none' },
  },
  {
    title: 'a call that did not come',
    steps: [{ text: 'I call.', finish: 'tool_calls' }, answer],
    restarts: ['empty'],
    ends: 'final',
    last: {},
    note: /contained none/,
  },
  {
    title: 'two unreadable answers',
    steps: [unreadable, unreadable, answer],
    restarts: ['malformed', 'malformed'],
    ends: 'final',
    last: {},
    note: /could not be read/,
  },
  {
    title: 'unreadable answers only',
    steps: [unreadable, unreadable, unreadable],
    restarts: ['malformed', 'malformed'],
    ends: 'model_error',
    last: {},
  },
  {
    title: 'text with an unknown finish reason',
    steps: [{ ...answer, finish: 'other' }],
    restarts: [],
    ends: 'final',
    last: {},
  },
  {
    title: 'a truncated call: the output limit is doubled',
    steps: [cut, callEcho, answer],
    restarts: ['truncated'],
    ends: 'final',
    last: {},
  },
  {
    title: 'a call that is truncated twice',
    steps: [cut, cut],
    config: { maxOutputTokens: 60 },
    restarts: ['truncated'],
    ends: 'truncated',
    last: { maxOutputTokens: 120 },
  },
  {
    title: 'a truncated call of a model that reports no usage',
    steps: [{ ...cut, usage: {} }],
    restarts: [],
    ends: 'truncated',
    last: {},
  },
  {
    title: 'truncated text',
    steps: [{ ...answer, finish: 'length' }],
    restarts: [],
    ends: 'truncated',
    last: {},
  },
  {
    title: 'an empty answer from a filter',
    steps: [{ finish: 'content_filter' }],
    restarts: [],
    ends: 'refused',
    last: {},
  },
  {
    title: 'an empty answer with a spent budget',
    steps: [empty],
    config: { budget: { inputTokens: 10 } },
    restarts: [],
    ends: 'model_error',
    last: {},
  },
];

it.each(oddities)('ModelTurns handles $title', async ({ steps, config, restarts, ends, last, note }) => {
  using model = new ScriptedModel(steps);
  const run = await runLoop(model, [echo], config);
  expect(run.stopReason).toBe(ends);
  expect(run.events.flatMap((event) => (event.type === 'turn_restarted' ? event.reason : []))).toEqual(restarts);
  expect(run.events.filter(({ type }) => type === 'turn_end')).toHaveLength(run.iterations);
  const { toolChoice, maxOutputTokens, messages = [] } = model.requests.at(-1) ?? {};
  expect({ toolChoice, maxOutputTokens }).toEqual({ toolChoice: undefined, maxOutputTokens: undefined, ...last });
  const lastMessage = messages.at(-1);
  expect(lastMessage === undefined ? '' : textOf(lastMessage)).toMatch(note ?? /^/);
  expect(JSON.stringify(run.messages)).not.toMatch(/empty|could not be read|contained none/);
});

it('ModelTurns requests no more output tokens than the model has', async () => {
  const limited = Object.assign(new ScriptedModel([cut, cut]), { maxOutputTokens: 80 });
  await runLoop(limited, [echo]);
  expect(limited.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([undefined, 80]);
  expect(limited.requests[1]?.messages).toEqual(limited.requests[0]?.messages);

  const full = Object.assign(new ScriptedModel([cut]), { maxOutputTokens: 50 });
  expect(await runLoop(full, [echo])).toMatchObject({ stopReason: 'truncated' });
});

it('ModelTurns counts void answers and ends with model_error when the model then fails', async () => {
  const error = new AppError({ code: 'UNAVAILABLE', message: 'Gone.' });
  using model = new ScriptedModel([empty, { error, usage }]);
  const run = await runLoop(model, [echo]);
  expect(run).toMatchObject({ stopReason: 'model_error', error, usage: { inputTokens: 20 }, newMessages: [] });
});

it('ModelTurns does not correct an answer after the signal fired', async () => {
  const controller = new AbortController();
  const model: ChatModel = {
    id: 'late:model',
    async *stream() {
      controller.abort();
      yield { type: 'message_complete', finish: 'other', usage: noUsage, message: { role: 'assistant', content: [] } };
    },
  };
  const run = await runLoop(model, [echo], { signal: controller.signal });
  expect(run.events.map(({ type }) => type)).toEqual(['turn_start', 'turn_end', 'loop_end']);
});
