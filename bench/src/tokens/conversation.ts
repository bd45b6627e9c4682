import type { ScriptedAnswer } from '../../../packages/providers/src/testing/index.ts';
import { encode } from '../../../packages/tools/test/support/tokenizer.ts';
import { countRequests, type RequestTokens } from './count-request.ts';

/** What it took to have the cause of a fault in view. */
export interface Conversation {
  readonly requests: readonly RequestTokens[];
  readonly outputTokens: number;
  /** Tool calls, or requests for data. */
  readonly calls: number;
  /** Of these, the ones that failed. */
  readonly failures: number;
  /** Whether everything was in view when it ended. */
  readonly isSolved: boolean;
}

/** Puts a conversation together from what was sent and what was answered. */
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

/** Input tokens of all its requests. */
export function inputTokens({ requests }: Conversation): number {
  return requests.reduce((sum, { input }) => sum + input, 0);
}

/** Of these, the ones that no provider can have kept. */
export function uncachedTokens({ requests }: Conversation): number {
  return requests.reduce((sum, { input, cached }) => sum + input - cached, 0);
}
