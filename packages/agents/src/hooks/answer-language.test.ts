import { expect, it } from 'vitest';
import { answerLanguageSchema, describeAnswerLanguage } from './answer-language.ts';

it.each([
  ['en', { name: 'English', scripts: ['Latn'] }],
  ['pt-BR', { name: 'Brazilian Portuguese', scripts: ['Latn'] }],
  ['ru', { name: 'Russian', scripts: ['Cyrl'] }],
  ['ja', { name: 'Japanese', scripts: ['Hani', 'Hira', 'Kana'] }],
  ['ko', { name: 'Korean', scripts: ['Hang', 'Hani'] }],
  ['zh', { name: 'Chinese', scripts: ['Hani'] }],
])('ANSWER_LANGUAGE=%s is a language with its scripts', (tag, language) => {
  expect(answerLanguageSchema.parse(tag)).toEqual(language);
});

it.each(['German', 'english', 'x', 'de_DE', 'qq'])('ANSWER_LANGUAGE=%s is refused', (tag) => {
  expect(answerLanguageSchema.safeParse(tag).error?.issues).toMatchObject([
    { message: 'must be a language tag such as en, de or pt-BR' },
  ]);
});

it('a prompt names the configured language last, and none by default', () => {
  const german = answerLanguageSchema.parse('de');
  expect(describeAnswerLanguage('Help.', german)).toMatch(/^Help\.\n\n## Language\nAnswer in German/);
  expect(describeAnswerLanguage('Help.', undefined)).toBe('Help.');
});
