import type { QuestionView } from '@shipmate/protocol/web/proposals';
import { expect, it } from 'vitest';
import { describeRunEnd, isAnswered, toAnswers, toDraft, toHint } from './proposal-words.ts';

const question = (name: string, more: Partial<QuestionView> = {}): QuestionView => ({
  name,
  text: '',
  type: 'string',
  required: false,
  choices: null,
  default: null,
  suggestion: null,
  ...more,
});
const questions = [
  question('name', { required: true }),
  question('size', { suggestion: 'large', default: 'small' }),
  question('hosts', { type: 'list', suggestion: ['a', 'b'] }),
];

it('toDraft starts with the suggested values', () => {
  expect(toDraft(questions)).toEqual({ name: '', size: 'large', hosts: 'a, b' });
});

it('toAnswers returns entered values, and null for emptied fields', () => {
  const draft = { name: ' orders ', size: '', hosts: 'a,, b ,' };
  expect(toAnswers(questions, draft)).toEqual({ name: 'orders', size: null, hosts: ['a', 'b'] });
});

it('isAnswered returns true once the required questions have answers', () => {
  expect(isAnswered(questions, toDraft(questions))).toBe(false);
  expect(isAnswered(questions, { ...toDraft(questions), name: 'orders' })).toBe(true);
});

it.each([
  [0, 'Required.'],
  [1, 'Optional. Default: small.'],
  [2, 'Optional. Separate values with commas.'],
])('toHint describes the input of field %i', (index, words) => {
  expect(toHint(questions[index] as QuestionView)).toBe(words);
});

it('describeRunEnd names the reason and the next step of a failure', () => {
  const error = { message: '"recommend" failed: The cluster is unreachable. Send the request again.' };
  expect(describeRunEnd({ status: 'completed', error: null })).toBe('The agent has finished.');
  expect(describeRunEnd({ status: 'failed', error })).toBe(`The run failed. ${error.message}`);
  expect(describeRunEnd({ status: 'failed', error: null })).toContain('send the request again');
  expect(describeRunEnd({ status: 'cancelled', error: null })).toContain('was cancelled');
});
