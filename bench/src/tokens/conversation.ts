import type { ScriptedAnswer } from '../../../packages/providers/src/testing/index.ts';
import { encode } from '../../../packages/tools/test/support/tokenizer.ts';
import { countRequests, type RequestTokens } from './count-request.ts';

/** Requests and tokens until the cause of a fault is in view. */
export interface Conversation {
  readonly requests: readonly RequestTokens[];
  readonly outputTokens: number;
  /** Number of tool calls, or requests for data. */
  readonly calls: number;
  /** Number of these that failed. */
  readonly failures: number;
  /** `true` if all clues were in view at the end. */
  readonly isSolved: boolean;
}

/** Counts the tokens of a conversation from its request bodies and answers. */
export function toConversation(
  bodies: readonly unknown[],
  answers: readonly ScriptedAnswer[],
  course: Pick<Conversation, 'calls' | 'failures' | 'isSolved'>,
): Conversation {
  const outputTokens = answers
    .flatMap(({ text = '', toolCalls = [] }) => [
      text,
      ...toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
    ])
    .reduce((sum, text) => sum + encode(text).length, 0);
  return { requests: countRequests(bodies), outputTokens, ...course };
}

/** Returns the input tokens of all requests. */
export function inputTokens({ requests }: Conversation): number {
  return requests.reduce((sum, { input }) => sum + input, 0);
}

/** Returns the input tokens that no provider can have cached. */
export function uncachedTokens({ requests }: Conversation): number {
  return requests.reduce((sum, { input, cached }) => sum + input - cached, 0);
}
