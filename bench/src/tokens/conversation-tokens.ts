import type { ScriptedAnswer } from '../../../packages/providers/src/testing/index.ts';
import { encode } from '../../../packages/tools/test/support/tokenizer.ts';
import { countRequests, type RequestTokens } from './count-request.ts';
import type { ModelWire } from './model-wire.ts';
import type { CountTokens, Wire } from './wires.ts';

/** Requests and tokens until the cause of a fault is in view. */
export interface ConversationTokens {
  readonly requests: readonly RequestTokens[];
  readonly outputTokens: number;
  /** Input tokens of all requests by the name of the wire format, for the counters that were given. */
  readonly inputs: Readonly<Record<string, number>>;
  /** Time that the conversation took without a model, in milliseconds. */
  readonly millis: number;
  /** Number of tool calls, or requests for data. */
  readonly calls: number;
  /** Number of these that failed. */
  readonly failures: number;
  /** `true` if all clues were in view at the end. */
  readonly isSolved: boolean;
}

/** The tokenizers to count with, by wire format. */
export type Counters = ReadonlyMap<Wire, CountTokens>;

/** Conditions and counters of conversations. */
export interface ConversationOptions {
  /** False to leave the list of kinds out of the prompts. Default `true`. */
  readonly hasKinds?: boolean;
  /** True to try the fix by a dry run, in a turn of its own. Default `false`. */
  readonly triesFix?: boolean;
  /** Tokenizers to count the same requests with in the formats of other providers. Default none. */
  readonly counters?: Counters;
}

/** Counts the tokens of a conversation from its requests and answers. */
export async function toConversationTokens(
  wire: Pick<ModelWire, 'bodies' | 'bodiesOf'>,
  counters: Counters,
  {
    answers,
    ...result
  }: Pick<ConversationTokens, 'calls' | 'failures' | 'isSolved' | 'millis'> & {
    readonly answers: readonly ScriptedAnswer[];
  },
): Promise<ConversationTokens> {
  const outputTokens = answers
    .flatMap(({ text = '', toolCalls = [] }) => [
      text,
      ...toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
    ])
    .reduce((sum, text) => sum + encode(text).length, 0);
  const inputs: Record<string, number> = {};
  for (const [each, count] of counters) {
    inputs[each.name] = (await wire.bodiesOf(each)).reduce<number>((sum, body) => sum + count(each.textOf(body)), 0);
  }
  return { requests: countRequests(wire.bodies()), outputTokens, inputs, ...result };
}

/** Returns the input tokens of all requests. */
export function inputTokens({ requests }: ConversationTokens): number {
  return requests.reduce((sum, { input }) => sum + input, 0);
}

/** Returns the input tokens that no provider can have cached. */
export function uncachedTokens({ requests }: ConversationTokens): number {
  return requests.reduce((sum, { input, cached }) => sum + input - cached, 0);
}
