import { z } from 'zod';
import type { WrittenLanguage } from '../prompts/written-language.ts';

/** Scripts that are written with several others, by the code of their locale. */
const combinedScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};

/** `ANSWER_LANGUAGE`: the language of answers as a tag such as `de`; by default the language of the question. */
export const answerLanguageSchema = z.string().transform((tag, context): WrittenLanguage => {
  const language = toWrittenLanguage(tag);
  if (language) return language;
  context.addIssue({ code: 'custom', message: 'must be a language tag such as en, de or pt-BR' });
  return z.NEVER;
});

/** Adds the language of answers to a system prompt. */
export function describeAnswerLanguage(prompt: string, language: WrittenLanguage | undefined): string {
  if (language === undefined) return prompt;
  return `${prompt}\n\n## Language\nAnswer in ${language.name}, whatever language the person writes in, unless they ask for another one.`;
}

function toWrittenLanguage(tag: string): WrittenLanguage | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag);
    const { script } = new Intl.Locale(tag).maximize();
    return name === undefined || script === undefined
      ? undefined
      : { name, scripts: combinedScripts[script] ?? [script] };
  } catch {
    return undefined;
  }
}
