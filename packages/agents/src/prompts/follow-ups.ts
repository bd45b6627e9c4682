import { fenceText, untrustedRule } from '@shipmate/core';
import { z } from 'zod';

/** Maximum length of the question and of the answer that follow-ups are made from, in characters. */
const maxWords = 6_000;

export const followUpsInstructions = `You suggest what a user may want to ask an agent for next. ${untrustedRule}`;

/** Builds the prompt for follow-up requests after an answer. */
export function followUpsPrompt({ question, answer }: { readonly question: string; readonly answer: string }): string {
  return `Suggest up to three requests that the user is likely to make next: each of at most 60 characters, as the user would type it, in the language of the question, about what was said in the answer, and nothing that was asked for already. Suggest none where nothing follows.

${fenceText(question.slice(-maxWords), { source: 'question' })}

${fenceText(answer.slice(-maxWords), { source: 'answer' })}`;
}

/** The model's answer to {@link followUpsPrompt}. */
export const followUpsSchema = z.object({ requests: z.array(z.string()) });
