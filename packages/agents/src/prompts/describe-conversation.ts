import { fenceText, untrustedRule } from '@shipmate/core';

/** Maximum length of each text that a title is made from, in characters. */
const maxWords = 4_000;
const maxWorkspace = 12_000;

/** Builds the prompt for the title of a conversation. The conversation is fenced. */
export function titlePrompt({ question, answer }: { readonly question: string; readonly answer: string }): string {
  return `Give this conversation a title of at most 60 characters that says what was asked for, in the language of the question. Answer with the title alone: no quotes, no full stop. ${untrustedRule}

${fenceText(question.slice(0, maxWords), { source: 'question' })}

${fenceText(answer.slice(0, maxWords), { source: 'answer' })}`;
}

/** Builds the prompt for a summary of a workspace's charts. */
export function summaryPrompt(chartContext: string): string {
  return `Say in one paragraph of at most three sentences what the charts of this workspace deploy and what they depend on. Answer with the paragraph alone, without a heading. ${untrustedRule}

${fenceText(chartContext.slice(0, maxWorkspace), { source: 'workspace' })}`;
}
