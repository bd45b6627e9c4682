import { noUsage, toJsonText, type AssistantMessage, type ModelRequest, type Usage } from '@shipmate/core';

/** English text and code come to about this many characters a token. */
const charactersPerToken = 4;

/** Guesses what a request and its answer would have cost a model, from the number of their characters. */
export function estimateUsage({ system = '', messages, tools = [] }: ModelRequest, answer: AssistantMessage): Usage {
  return {
    ...noUsage,
    inputTokens: tokensIn(system) + tokensIn(toJsonText(messages)) + tokensIn(toJsonText(tools)),
    outputTokens: tokensIn(toJsonText(answer.content)),
  };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
