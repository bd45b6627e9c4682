import { expect, it } from 'vitest';
import { expectValidHistory, resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { estimateTokens } from '../history/estimate-tokens.ts';
import { userMessage, type Message } from '../message/message.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { AppError } from '../error/app-error.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

const usage = { inputTokens: 10, outputTokens: 2 };
const done: ScriptedStep = { text: 'Done.', usage };
/** About a thousand tokens. */
const dump = toolOf('dump', ({ value = '' }) => `${value} ${'pod '.repeat(850)}`, { toModel: String });
const callDump = (value: number, text = ''): ScriptedStep => ({
  text,
  toolCalls: [{ name: 'dump', input: { value: String(value) } }],
  usage,
});
const dumps = (count: number, text?: string): ScriptedStep[] =>
  Array.from({ length: count }, (_, index) => callDump(index, text));
const outputsOf = (messages: readonly Message[]): string[] => resultsOf({ messages }).map(({ output }) => output);
const asksForSummary = ({ messages }: ModelRequest): boolean =>
  JSON.stringify(messages.at(-1)).includes('Summarize this conversation');

it('ContextWindow leaves out older results when the window is nearly full, and read_result returns them', async () => {
  const readAgain: ScriptedStep = { toolCalls: [{ name: 'read_result', input: { handle: 'r1' } }], usage };
  using model = new ScriptedModel([...dumps(6), readAgain, done]);
  const run = await runLoop(model, [dump], { contextTokens: 5500 });
  expect(run.stopReason).toBe('final');
  const shown = model.requests.map(({ messages }) =>
    outputsOf(messages).filter((output) => output.startsWith('[Left out')),
  );
  expect(shown.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 3, 3, 5]);
  expect(shown[5]?.[0]).toContain('Its handle is "r1".');
  for (const { messages } of model.requests) {
    expectValidHistory(messages);
    expect(estimateTokens(messages)).toBeLessThan(5500);
  }
  expect(outputsOf(run.messages)[6]).toContain(outputsOf(run.messages)[0]);
  expect(run.events.filter(({ type }) => type === 'context_compacted')).toMatchObject([
    {
      turn: 5,
      tokensBefore: expect.any(Number),
      tokensAfter: expect.any(Number),
      summarized: false,
    },
    { turn: 7 },
  ]);
});

/** Turns of a history, each with a result of about a thousand tokens. */
const turnsOf = (count: number, text = 'I look.'): Message[] =>
  Array.from({ length: count }, (_, index) => `h${index}`).flatMap((id): Message[] => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        { type: 'tool_call', id, name: 'dump', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [{ type: 'tool_result', id, name: 'dump', output: 'pod '.repeat(850), isError: false }],
    },
  ]);
const fixedText = 'x'.repeat(5100);

it.each([
  ['system prompt', [dump], fixedText],
  ['tools', [{ ...dump, description: fixedText }], ''],
])('ContextWindow leaves out no more than needed, and counts the %s', async (...row) => {
  const [, tools, systemPrompt] = row;
  using model = new ScriptedModel([done]);
  const messages = [userMessage('Please.'), ...turnsOf(8)];
  await runLoop(model, tools, { messages, systemPrompt, contextTokens: 10_600 });
  const outputs = outputsOf(model.requests[0]?.messages ?? []);
  expect(outputs.map((output) => output.startsWith('[Left out'))).toEqual([
    ...Array(5).fill(true),
    ...Array(3).fill(false),
  ]);
});

it.each([
  { tokens: 4000, times: 0 },
  { tokens: 4001, times: 1 },
])('ContextWindow compacts $times times at $tokens tokens in a window of 5000', async ({ tokens, times }) => {
  const messages = [userMessage('Please.'), ...turnsOf(3)];
  const left = tokens - estimateTokens([]) - messages.reduce((sum, message) => sum + estimateTokens(message), 0);
  using model = new ScriptedModel([done]);
  const config = { messages, systemPrompt: 'x'.repeat(Math.floor(left * 3.4)), contextTokens: 5000 };
  const { events } = await runLoop(model, [], config);
  expect(events.filter(({ type }) => type === 'context_compacted')).toHaveLength(times);
});

it('ContextWindow keeps the history itself whole', async () => {
  using model = new ScriptedModel([...dumps(6), done]);
  const { messages } = await runLoop(model, [dump], { contextTokens: 5500 });
  expect(outputsOf(messages).map((output) => output.slice(0, 6))).toEqual([0, 1, 2, 3, 4, 5].map((n) => `${n} pod `));
});

it("ContextWindow uses the model's own limit when contextTokens is not set", async () => {
  using model = Object.assign(new ScriptedModel([...dumps(6), done]), { contextTokens: 5500 });
  const { events } = await runLoop(model, [dump]);
  expect(events.some(({ type }) => type === 'context_compacted')).toBe(true);
});

/** Words that no stub can stand in for. */
const long = 'because '.repeat(400);

it('ContextWindow summarizes older turns when leaving out results is not enough', async () => {
  using model = new ScriptedModel([
    { when: asksForSummary, text: 'The pods were listed.', usage, times: Infinity },
    ...dumps(5, long),
    done,
  ]);
  const run = await runLoop(model, [dump], { contextTokens: 5500 });
  expect(run).toMatchObject({ stopReason: 'final', iterations: 6, finalMessage: 'Done.' });
  const last = model.requests.at(-1)?.messages ?? [];
  expect(last.slice(0, 2)).toEqual([
    userMessage('Summary of the conversation before this point:\n\nThe pods were listed.'),
    userMessage('Please.'),
  ]);
  expectValidHistory(last);
  expect(last.slice(2).map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'tool']);
  const summaries = run.steps.filter(({ purpose }) => purpose === 'summary');
  expect(summaries[0]).toMatchObject({ turn: 3, finish: 'stop', usage });
  expect(run.usage.inputTokens).toBe(10 * (6 + summaries.length));
  expect(run.events.filter((event) => event.type === 'content_delta' && event.text.includes('listed'))).toEqual([]);
  expect(run.events.find(({ type }) => type === 'context_compacted')).toMatchObject({ summarized: true });
  expect(JSON.stringify(run.messages)).not.toContain('Summary of the conversation');
});

it('ContextWindow summarizes the turns of a history without a question', async () => {
  using model = new ScriptedModel([{ when: asksForSummary, text: 'Pods.' }, done]);
  await runLoop(model, [dump], { contextTokens: 3000, messages: turnsOf(4, long) });
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
  ]);
});

it('ContextWindow keeps the turns when the summary fails', async () => {
  const error = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Too long.', recoverable: false });
  using model = new ScriptedModel([{ when: asksForSummary, error, usage, times: Infinity }, ...dumps(5, long), done]);
  const run = await runLoop(model, [dump], { contextTokens: 5500 });
  expect(run).toMatchObject({ stopReason: 'final', finalMessage: 'Done.' });
  expect(run.log).toContainEqual({ message: 'older turns could not be summarized', fields: { error } });
  const compacted = run.events.flatMap((event) => (event.type === 'context_compacted' ? event.summarized : []));
  expect(new Set(compacted)).toEqual(new Set([false]));
});

it('ContextWindow does not change a history that cannot be compacted', async () => {
  using model = new ScriptedModel([...dumps(2), done]);
  const run = await runLoop(model, [dump], { contextTokens: 500, messages: [userMessage(long)] });
  expect(run.steps.map(({ purpose }) => purpose)).toEqual(['turn', 'turn', 'turn']);
  expect(run.events.some(({ type }) => type === 'context_compacted')).toBe(false);
});

it('ContextWindow requests no summary when the budget is spent', async () => {
  using model = new ScriptedModel([...dumps(4, long), done]);
  const run = await runLoop(model, [dump], { contextTokens: 6500, budget: { inputTokens: 40 } });
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'inputTokens' });
  expect(run.steps.map(({ purpose }) => purpose)).toEqual(['turn', 'turn', 'turn', 'turn', 'turn']);
});
