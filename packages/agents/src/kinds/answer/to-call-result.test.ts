import { fenceText, type Message, noUsage } from '@shipmate/core';
import { unrepeatedCallText } from '@shipmate/domain/use-cases';
import { expect, it } from 'vitest';
import type { AnswerResult } from './to-answer-ending.ts';
import { toCallResult } from './to-call-result.ts';

const result = (name: string, output: string, isError = true): Message => ({
  role: 'tool',
  content: [{ type: 'tool_result', id: output, name, output, isError }],
});

const failure = (error: string, code: string): Message => result('recommend', JSON.stringify({ error, code }));

const answered = (...messages: readonly Message[]): AnswerResult => ({
  messages,
  outcome: { status: 'completed', stopReason: 'final', usage: noUsage },
});

it.each([
  ['EXTERNAL_API_ERROR', 'The cluster is unreachable.', 'Check the calls in the conversation, then send the request'],
  ['VALIDATION_ERROR', 'The name is too long.', 'Correct the request and send it again.'],
  ['CONFLICT', 'The proposal has changed.', 'Reload the page'],
])('toCallResult fails a run whose call failed with %s, with its reason and the next step', (code, error, next) => {
  const { outcome } = toCallResult(answered(failure(error, code)));
  expect(outcome).toMatchObject({ status: 'failed', stopReason: 'final', error: { code } });
  expect(outcome.error?.message).toContain(`"recommend" failed: ${error} ${next}`);
});

it('toCallResult bounds the reason of a result that is no JSON', () => {
  const { outcome } = toCallResult(answered(result('recommend', `{"error":"${'x'.repeat(5_000)}`)));
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } });
  expect(outcome.error?.message.length).toBeLessThan(1_200);
});

it('toCallResult fails a run whose tool returned a failure, with its summary and last lines of output', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `step ${line}`).join('\n');
  const text = `The command ended with exit code 7.\n${fenceText(lines, { source: 'program' })}`;
  const { outcome } = toCallResult(answered(result('run_operation', text)));
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'EXTERNAL_API_ERROR' } });
  expect(outcome.error?.message).toBe(
    '"run_operation" failed: The command ended with exit code 7. Its last output:\n' +
      'step 25\nstep 26\nstep 27\nstep 28\nstep 29\nCheck the calls in the conversation, then send the request again.',
  );
});

it('toCallResult bounds the last line of a long output', () => {
  const text = `The command ended with exit code 7.\n${fenceText('x'.repeat(6_000), { source: 'program' })}`;
  expect(toCallResult(answered(result('run_operation', text))).outcome.error?.message.length).toBeLessThan(1_200);
});

it.each([
  ['the call succeeded', [result('recommend', 'Proposal 1', false)]],
  ['a later call of the tool succeeded', [failure('Busy.', 'UNAVAILABLE'), result('recommend', 'Proposal 1', false)]],
  ['only another tool failed later', [result('recommend', 'Proposal 1', false), result('kubectl_get', '{}')]],
  ['the call was not made', [failure('Not run: the user declined it.', 'ABORTED')]],
  ['a person chose not to repeat it', [result('run_operation', unrepeatedCallText)]],
  ['there is no result', []],
])('toCallResult leaves a run completed when %s', (_when, messages) => {
  expect(toCallResult(answered(...messages)).outcome).toEqual(answered().outcome);
});

it('toCallResult leaves the outcome of a cancelled run', () => {
  const outcome = { status: 'cancelled', stopReason: 'aborted', usage: noUsage } as const;
  const cancelled = { messages: [failure('Busy.', 'UNAVAILABLE')], outcome };
  expect(toCallResult(cancelled)).toBe(cancelled);
});
