import { noUsage, toJsonText, type AssistantMessage, type ModelRequest, type Usage } from '@shipmate/core';

/** The average number of characters per token of English text and code. */
const charactersPerToken = 4;

/** Estimates the usage of a request and its answer from the number of their characters. */
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
