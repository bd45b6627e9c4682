import { afterEach, expect, it, vi } from 'vitest';
import { resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { createBudget, type BudgetLimits } from '../budget/budget.ts';
import { toolCallsOf, type Message } from '../message/message.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const usage = { inputTokens: 100, outputTokens: 10 };
let calls = 0;
const echo = toolOf('echo', ({ value = '' }) => ({ echoed: value }));
const callEcho = (times = 1): ScriptedStep => ({
  toolCalls: Array.from({ length: times }, () => ({ name: 'echo', input: { value: String((calls += 1)) } })),
  usage,
});
const answer: ScriptedStep = { text: 'Enough.', usage };
const costOf = (model: string, { inputTokens }: { inputTokens: number }): number | undefined =>
  model.startsWith('scripted:') ? inputTokens / 1000 : undefined;

const notesOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => (message.role === 'tool' && message.note !== undefined ? [message.note] : []));

const spending: readonly { readonly limit: keyof BudgetLimits; readonly most: number; readonly executed: number }[] = [
  { limit: 'iterations', most: 4, executed: 3 },
  { limit: 'toolCalls', most: 3, executed: 3 },
  { limit: 'inputTokens', most: 300, executed: 2 },
  { limit: 'outputTokens', most: 30, executed: 2 },
  { limit: 'costUsd', most: 0.3, executed: 2 },
];

it.each(spending)(
  'runToolLoop runs no more tools and takes one wrap-up turn at the limit of $limit',
  async ({ limit, most, executed }) => {
    using model = new ScriptedModel([callEcho(), callEcho(), callEcho(), answer]);
    const run = await runLoop(model, [echo], { budget: { [limit]: most }, costOf });
    expect(run).toMatchObject({ stopReason: 'budget', limit, finalMessage: 'Enough.', iterations: 4, costUsd: 0.4 });
    expect(run.toolCallsExecuted).toHaveLength(executed);
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, undefined, undefined, 'none']);
    expect(JSON.stringify(model.requests[3]?.messages.at(-1))).toContain(`used up (${limit})`);
  },
);

it('runToolLoop runs only as many calls of a turn as the budget allows', async () => {
  using model = new ScriptedModel([callEcho(5), answer]);
  const run = await runLoop(model, [echo], { budget: { toolCalls: 3 }, toolConcurrency: 2 });
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'toolCalls' });
  expect(resultsOf(run).map(({ isError }) => isError)).toEqual([false, false, false, true, true]);
  expect(resultsOf(run)[4]?.output).toContain('Not run: the budget is used up (toolCalls).');
});

it('runToolLoop does not wait for a tool beyond the time limit of the budget', async () => {
  vi.useFakeTimers();
  using model = new ScriptedModel([{ toolCalls: [{ name: 'waits' }] }, { toolCalls: [{ name: 'hangs' }] }, answer]);
  const waits = toolOf('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));
  const hangs = toolOf('hangs', () => new Promise(() => undefined));
  const running = runLoop(model, [waits, hangs], { budget: { ms: 300 } });
  await vi.advanceTimersByTimeAsync(300);
  const run = await running;
  expect(resultsOf(run)[1]?.output).toContain('Not done after 200 ms');
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'ms', finalMessage: 'Enough.' });
  expect(vi.getTimerCount()).toBe(0);
});

it('runToolLoop adds one note to the results when a limit is near', async () => {
  using model = new ScriptedModel([callEcho(), callEcho(7), callEcho(), answer]);
  const { messages, stopReason } = await runLoop(model, [echo], { budget: { toolCalls: 10, inputTokens: 1000 } });
  expect(stopReason).toBe('final');
  expect(notesOf(messages.slice(0, 3))).toEqual([]);
  expect(notesOf(messages)).toEqual([expect.stringContaining('Most of the budget of this run is used (toolCalls)')]);
});

it('runToolLoop adds one note when few turns are left', async () => {
  using model = new ScriptedModel([...Array.from({ length: 9 }, () => callEcho()), answer]);
  const { messages, stopReason } = await runLoop(model, [echo], { maxIterations: 10 });
  expect(stopReason).toBe('max_iterations');
  expect(notesOf(messages)).toEqual([expect.stringMatching(/^2 turns are left/)]);
  const notes = messages.flatMap((message, index) => (message.role === 'tool' && message.note ? [index] : []));
  expect(messages.slice(0, notes[0]).filter(({ role }) => role === 'assistant')).toHaveLength(8);
});

it('runToolLoop adds no note to a run of few turns', async () => {
  using model = new ScriptedModel([...Array.from({ length: 4 }, () => callEcho()), answer]);
  expect(notesOf((await runLoop(model, [echo], { maxIterations: 5 })).messages)).toEqual([]);
});

it('runToolLoop adds no note to the last results of a run', async () => {
  using model = new ScriptedModel([callEcho(), { ...callEcho(), text: 'So far:' }]);
  const run = await runLoop(model, [echo], { maxIterations: 2, budget: { inputTokens: 240 } });
  expect(run.stopReason).toBe('max_iterations');
  expect(notesOf(run.messages)).toEqual([]);
});

it('runToolLoop ends without a turn when a shared budget is spent', async () => {
  const budget = createBudget({ inputTokens: 250 });
  using model = new ScriptedModel([answer, callEcho(), answer]);
  expect(await runLoop(model, [echo], { budget })).toMatchObject({ stopReason: 'final' });
  const second = await runLoop(model, [echo], { budget });
  expect(second).toMatchObject({ stopReason: 'final', toolCallsExecuted: [{ tool: 'echo' }] });
  const third = await runLoop(model, [echo], { budget });
  expect(third).toMatchObject({
    stopReason: 'budget',
    limit: 'inputTokens',
    iterations: 0,
    newMessages: [],
    steps: [],
  });
  expect(budget.spent()).toMatchObject({ iterations: 3, toolCalls: 1, inputTokens: 300 });
});

it('runToolLoop reports the cost of each step, and none when a price is unknown', async () => {
  using priced = new ScriptedModel([callEcho(), answer]);
  const { costUsd, steps } = await runLoop(priced, [echo], { costOf });
  expect([costUsd, ...steps.map((step) => step.costUsd)]).toEqual([0.2, 0.1, 0.1]);

  using unpriced = new ScriptedModel([answer], 'other:model');
  const unknown = await runLoop(unpriced, [], { costOf });
  expect('costUsd' in unknown || 'costUsd' in (unknown.steps[0] ?? {})).toBe(false);
});

it('runToolLoop refuses a cost limit without the price of every model', async () => {
  const model = new ScriptedModel([]);
  const fallbackModels = [new ScriptedModel([], 'other:model')];
  const budget = { costUsd: 1 };
  await expect(runLoop(model, [], { budget, fallbackModels, costOf })).rejects.toThrow('the price of other:model.');
  await expect(runLoop(model, [], { budget })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('runToolLoop ends when a known price becomes unknown', async () => {
  using model = new ScriptedModel([callEcho(), answer]);
  const forgets = (_model: string, { inputTokens }: { inputTokens: number }): number => {
    if (inputTokens > 0) throw new Error('no price');
    return 0;
  };
  const run = await runLoop(model, [echo], { budget: { costUsd: 1 }, costOf: forgets });
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'costUsd', finalMessage: 'Enough.', toolCallsExecuted: [] });
  expect(run.log[0]).toMatchObject({ message: 'costOf failed' });
});

const same: ScriptedStep = { toolCalls: [{ name: 'echo', input: { value: 'same' } }], usage };

it('StallDetector refuses a repeated call and then stops the run', async () => {
  using model = new ScriptedModel([{ ...same, times: 5 }, answer]);
  const run = await runLoop(model, [echo]);
  expect(run).toMatchObject({ stopReason: 'repeated_call', finalMessage: 'Enough.', iterations: 6 });
  expect(run.toolCallsExecuted).toHaveLength(3);
  expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('You keep making the same call. No more');
  expect(resultsOf(run).slice(3)).toEqual(
    [1, 2].map(() => ({ output: expect.stringContaining('made 3 times and came to the same'), isError: true })),
  );
});

it('StallDetector does not stop a model that changes its calls after a refusal', async () => {
  using model = new ScriptedModel([{ ...same, times: 3 }, callEcho(), answer]);
  expect(await runLoop(model, [echo], { maxRepeats: 2 })).toMatchObject({ stopReason: 'final', iterations: 5 });
});

it('StallDetector counts concurrent refusals as one', async () => {
  const twice: ScriptedStep = { toolCalls: [...(same.toolCalls ?? []), ...(same.toolCalls ?? [])], usage };
  using model = new ScriptedModel([same, twice, callEcho(), answer]);
  expect(await runLoop(model, [echo], { maxRepeats: 1 })).toMatchObject({ stopReason: 'final', iterations: 4 });
});

it('StallDetector does not count calls whose result changes or that are concurrent', async () => {
  let count = 0;
  const poll = toolOf('poll', () => (count += 1));
  const callPoll = { toolCalls: [{ name: 'poll' }] };
  const callSame = { toolCalls: Array.from({ length: 6 }, () => ({ name: 'echo', input: { value: 'same' } })) };
  using model = new ScriptedModel([{ ...callPoll, times: 6 }, callSame, answer]);
  const run = await runLoop(model, [poll, echo]);
  expect(run).toMatchObject({ stopReason: 'final' });
  expect(run.toolCallsExecuted).toHaveLength(12);
});

const failing = toolOf('fails', ({ value }) => {
  throw new Error(value);
});
const callFailing = (times = 1): ScriptedStep => ({
  toolCalls: Array.from({ length: times }, () => ({ name: 'fails', input: { value: String((calls += 1)) } })),
});

it('StallDetector warns a model whose calls fail and then stops the run', async () => {
  using model = new ScriptedModel([callFailing(), callFailing(), callFailing(), callFailing(), answer]);
  const run = await runLoop(model, [failing], { maxFailures: 2 });
  expect(notesOf(run.messages)).toEqual([expect.stringContaining('The last 2 tool calls failed.')]);
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'failures', finalMessage: 'Enough.' });
  expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('Too many tool calls failed in a row. No');
  expect(run.toolCallsExecuted).toHaveLength(4);
});

it('StallDetector warns about many failures in one turn before it stops the run', async () => {
  using model = new ScriptedModel([callFailing(20), callEcho(), callFailing(2), answer]);
  const run = await runLoop(model, [failing, echo], { maxFailures: 2 });
  expect(run.stopReason).toBe('final');
  expect(notesOf(run.messages)).toHaveLength(2);
});

it('runToolLoop requests text again when the wrap-up turn has only calls', async () => {
  using model = new ScriptedModel([callEcho(), callEcho(), answer]);
  const run = await runLoop(model, [echo], { maxIterations: 2 });
  expect(run).toMatchObject({ stopReason: 'max_iterations', finalMessage: 'Enough.', iterations: 2 });
  expect(
    toolCallsOf(run.messages.findLast((message) => message.role === 'assistant') ?? { role: 'assistant', content: [] }),
  ).toEqual([]);
});
