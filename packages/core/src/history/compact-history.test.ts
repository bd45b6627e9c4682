import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsAndResults, histories } from '../../test/support/histories.ts';
import { userMessage, type Message, type ToolResultPart } from '../message/message.ts';
import { compactHistory } from './compact-history.ts';
import { estimateTokens } from './estimate-tokens.ts';

function turn(id: string, output: string): Message[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_call', id, name: 'kubectl_get', input: {} }] },
    { role: 'tool', content: [{ type: 'tool_result', id, name: 'kubectl_get', output, isError: false }] },
  ];
}

const long = 'pod '.repeat(1000);
const history = [
  userMessage('Why?'),
  ...turn('one', long),
  ...turn('two', 'none'),
  ...turn('three', long),
  ...turn('four', long),
];
const handleFor = ({ id }: ToolResultPart): string => `r-${id}`;
const stubOf = (id: string, length = 4000): string =>
  `[Left out to save room: the result of kubectl_get, ${length} characters. Its handle is "r-${id}".]`;

function outputsOf(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.content.map(({ output }) => output) : []));
}

describe('compactHistory', () => {
  test('leaves out old results that are longer than the line that replaces them', () => {
    const compacted = compactHistory(history, { budgetTokens: 0, keepLastTurns: 1, handleFor });
    expect(outputsOf(compacted)).toEqual([stubOf('one'), 'none', stubOf('three'), long]);
    expect(compacted[4]).toBe(history[4]);
  });

  test('leaves out the long result of two calls in one turn', () => {
    const results = turn('one', long)
      .concat(turn('two', 'none'))
      .filter(({ role }) => role === 'tool');
    const content = results.flatMap((message) => (message.role === 'tool' ? message.content : []));
    const both = [...turn('one', long).slice(0, 1), { role: 'tool', content } as const];
    const compacted = compactHistory(both, { budgetTokens: 0, keepLastTurns: 0, handleFor });
    expect(outputsOf(compacted)).toEqual([stubOf('one'), 'none']);
  });

  test('keeps a result that is as long as the line that would replace it', () => {
    const result = 'x'.repeat(stubOf('one', 88).length);
    expect(outputsOf(compactHistory(turn('one', result), { budgetTokens: 0, keepLastTurns: 0, handleFor }))).toEqual([
      result,
    ]);
    expect(result).toHaveLength(stubOf('one', result.length).length);
  });

  test('leaves out one result when that saves exactly enough, and two when a token more is needed', () => {
    const whole = { type: 'tool_result', id: 'one', name: 'kubectl_get', output: long, isError: false } as const;
    const saved = estimateTokens(whole) - estimateTokens({ ...whole, output: stubOf('one') }) - 1;
    const outputsAt = (budgetTokens: number) =>
      outputsOf(compactHistory(history, { budgetTokens, keepLastTurns: 1, handleFor }));
    expect(outputsAt(estimateTokens(history) - saved)).toEqual([stubOf('one'), 'none', long, long]);
    expect(outputsAt(estimateTokens(history) - saved - 1)).toEqual([stubOf('one'), 'none', stubOf('three'), long]);
  });

  test('leaves out the oldest results first, and no more than needed', () => {
    const budgetTokens = estimateTokens(history) - 500;
    const compacted = compactHistory(history, { budgetTokens, keepLastTurns: 1, handleFor });
    expect(outputsOf(compacted)).toEqual([stubOf('one'), 'none', long, long]);
    expect(estimateTokens(compacted)).toBeLessThanOrEqual(budgetTokens);
  });

  test('leaves out results of the last turn when no turn is kept', () => {
    const compacted = compactHistory(history, { budgetTokens: 0, keepLastTurns: 0, handleFor });
    expect(outputsOf(compacted)).toEqual([stubOf('one'), 'none', stubOf('three'), stubOf('four')]);
  });

  test('keeps the result of the last turn when a question follows it', () => {
    const messages = [...history, userMessage('And now?')];
    const compacted = compactHistory(messages, { budgetTokens: 0, keepLastTurns: 1, handleFor });
    expect(outputsOf(compacted).at(-1)).toBe(long);
  });

  test('says that a result cannot be read again when it has no handle', () => {
    const compacted = compactHistory(history, { budgetTokens: 0, keepLastTurns: 3 });
    expect(outputsOf(compacted)[0]).toBe(
      '[Left out to save room: the result of kubectl_get, 4000 characters. It cannot be read again.]',
    );
  });
});

test('compactHistory returns a history within budget itself', () => {
  expect(compactHistory(history, { budgetTokens: estimateTokens(history), keepLastTurns: 0 })).toBe(history);
});

test('compactHistory is idempotent and keeps any history valid and no longer than before', () => {
  const options = fc.record({ budgetTokens: fc.nat(8000), keepLastTurns: fc.nat(4) });
  fc.assert(
    fc.property(histories, options, (messages, limits) => {
      const compacted = compactHistory(messages, { ...limits, handleFor });
      const { calls, results } = callsAndResults(compacted);
      expect(results).toEqual(calls);
      expect(calls).toEqual(callsAndResults(messages).calls);
      expect(estimateTokens(compacted)).toBeLessThanOrEqual(estimateTokens(messages));
      expect(compactHistory(compacted, { ...limits, handleFor })).toEqual(compacted);
      const starts = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
      const kept = limits.keepLastTurns === 0 ? messages.length : (starts.at(-limits.keepLastTurns) ?? 0);
      expect(compacted.slice(kept)).toEqual(messages.slice(kept));
      expect(compacted.filter(({ role }) => role !== 'tool')).toEqual(messages.filter(({ role }) => role !== 'tool'));
    }),
  );
});
