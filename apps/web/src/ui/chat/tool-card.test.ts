import type { DynamicToolUIPart } from 'ai';
import { expect, test } from 'vitest';
import { toToolState, toVerb } from './tool-card.tsx';

const call = { type: 'dynamic-tool', toolName: 'textEditor', toolCallId: 'a', input: {} } as const;
const failed = (errorText: string): DynamicToolUIPart => ({ ...call, state: 'output-error', errorText });

test.each<[state: string, part: DynamicToolUIPart, isAnswering: boolean]>([
  ['preparing', { ...call, state: 'input-streaming' }, true],
  ['running', { ...call, state: 'input-available' }, true],
  ['stopped', { ...call, state: 'input-available' }, false],
  ['done', { ...call, state: 'output-available', output: '' }, false],
  ['failed', failed('The request was not answered.'), false],
  ['failed', failed('{"error":"There is no such file.","code":"NOT_FOUND"}'), false],
  ['stopped', failed('{"error":"Stopped before it was done; it may have taken effect.","code":"ABORTED"}'), false],
])('toToolState returns %s', (state, part, isAnswering) => {
  expect(toToolState(part, isAnswering)).toBe(state);
});

test.each([
  ['preparing', 'Running'],
  ['running', 'Running'],
  ['done', 'Ran'],
  ['waiting', undefined],
  ['failed', undefined],
  ['stopped', undefined],
] as const)('the verb of a call that is %s is %s', (state, verb) => {
  expect(toVerb(state, { doing: 'Running', done: 'Ran' })).toBe(verb);
});
