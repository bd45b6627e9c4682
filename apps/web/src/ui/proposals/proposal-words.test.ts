import type { QuestionView } from '@shipmate/protocol';
import { expect, it } from 'vitest';
import { isAnswered, toAnswers, toDraft, toHint } from './proposal-words.ts';

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

it('begins with what is suggested', () => {
  expect(toDraft(questions)).toEqual({ name: '', size: 'large', hosts: 'a, b' });
});

it('sends what was entered, and null for what was emptied', () => {
  const draft = { name: ' orders ', size: '', hosts: 'a,, b ,' };
  expect(toAnswers(questions, draft)).toEqual({ name: 'orders', size: null, hosts: ['a', 'b'] });
});

it('is complete once what is needed is there', () => {
  expect(isAnswered(questions, toDraft(questions))).toBe(false);
  expect(isAnswered(questions, { ...toDraft(questions), name: 'orders' })).toBe(true);
});

it.each([
  [0, 'Needed.'],
  [1, 'May be left empty. Without an answer: small.'],
  [2, 'May be left empty. Several are separated by commas.'],
])('says what field %i takes', (index, words) => {
  expect(toHint(questions[index] as QuestionView)).toBe(words);
});
