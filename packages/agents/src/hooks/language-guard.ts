import { textOf, toolCallsOf, type LoopHooks, type Message } from '@shipmate/core';
import { createForeignWritingMeter, english, type WrittenLanguage } from '../prompts/written-language.ts';

/** A shorter text may be a name that the question asked for. */
const fewestWords = 3;

/**
 * A question with a larger share of another script is not wholly in the guarded language, so its answer need not be.
 */
const largestShareInQuestion = 0.2;

/**
 * Creates hooks that request the answer again, once a run, when most of it is in another script than the language's and
 * the question is not. The reader gets the notice `[Retrying in English...]`. The hooks hold state: create them for
 * each run.
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
