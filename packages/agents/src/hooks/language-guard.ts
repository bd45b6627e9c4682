import { textOf, toolCallsOf, type LoopHooks, type Message } from '@shipmate/core';
import { createForeignWritingMeter, english, type WrittenLanguage } from './written-language.ts';

/** Fewer words than this may be a name that was asked for. */
const fewestWords = 3;

/** A question with this share of another script is not wholly in the guarded language, and its answer need not be. */
const largestShareInQuestion = 0.2;

/**
 * Has an answer given again, once a run, when most of it is written in another script than the language's and the question is
 * not. The reader is told `[Retrying in English...]`. It keeps count, so each run needs a guard of its own.
 */
export function createLanguageGuard(language: WrittenLanguage = english): LoopHooks {
  const measure = createForeignWritingMeter(language);
  let hasRetried = false;
  return {
    afterTurn({ message, messages }) {
      if (hasRetried || toolCallsOf(message).length > 0) return undefined;
      const { words, share } = measure(textOf(message));
      if (words < fewestWords || share <= 0.5) return undefined;
      if (measure(questionOf(messages)).share > largestShareInQuestion) return undefined;
      hasRetried = true;
      return {
        message: `Please respond in ${language.name}, unless I have asked for another language.`,
        notice: `[Retrying in ${language.name}...]`,
      };
    },
  };
}

function questionOf(messages: readonly Message[]): string {
  const question = messages.findLast(({ role }) => role === 'user');
  return question === undefined ? '' : textOf(question);
}
