import { encode } from '../../../packages/tools/test/support/tokenizer.ts';
import { type MessagesBody, textOfMessages } from './wires.ts';

/** The size of a request to a model, in tokens. */
export interface RequestTokens {
  readonly input: number;
  /** Length of the common prefix with the request before: the maximum that a provider can have cached. */
  readonly cached: number;
}

/** Counts the tokens of a conversation's requests from their bodies in Anthropic's format: tools, system prompt and all messages of each. */
export function countRequests(bodies: readonly unknown[]): readonly RequestTokens[] {
  const requests = bodies.map((body) => encode(textOfMessages(body as MessagesBody)));
  return requests.map((tokens, index) => {
    const before = requests[index - 1] ?? [];
    const end = tokens.findIndex((token, at) => token !== before[at]);
    return { input: tokens.length, cached: end === -1 ? tokens.length : end };
  });
}
