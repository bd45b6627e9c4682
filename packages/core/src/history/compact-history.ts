import type { Message, ToolMessage, ToolResultPart } from '../message/message.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Options for {@link compactHistory}. */
export interface CompactHistoryOptions {
  /** Tokens of the history at most, by {@link estimateTokens}. */
  readonly budgetTokens: number;
  /** Turns at the end whose results stay whole; a turn is an answer of the model with the results of its calls. */
  readonly keepLastTurns: number;
  /** The handle under which a result can be read again; `undefined` when it cannot. */
  readonly handleFor?: (result: ToolResultPart) => string | undefined;
}

const stubStart = '[Left out to save room:';

/**
 * Replaces older tool results, oldest first and only while the history is over budget, by a line that names the tool, the size
 * and the handle. Every call keeps a result; everything else stays as it is. Compacting is idempotent, and a history within
 * budget is returned itself.
 *
 * A change to old messages invalidates the prompt cache, so a caller compacts rarely and to well below the limit.
 */
export function compactHistory(messages: readonly Message[], options: CompactHistoryOptions): readonly Message[] {
  let excess = estimateTokens(messages) - options.budgetTokens;
  const kept = startOfLastTurns(messages, options.keepLastTurns);
  if (excess <= 0 || kept === 0) return messages;

  const shorten = (result: ToolResultPart): ToolResultPart => {
    if (excess <= 0 || result.output.startsWith(stubStart)) return result;
    const output = toStub(result, options.handleFor?.(result));
    if (output.length >= result.output.length) return result;
    const stub = { ...result, output };
    // One less for rounding, so that the history as a whole is within budget too.
    excess -= estimateTokens(result) - estimateTokens(stub) - 1;
    return stub;
  };
  return messages.map((message, index): Message => {
    return message.role === 'tool' && index < kept ? mapResults(message, shorten) : message;
  });
}

function startOfLastTurns(messages: readonly Message[], turns: number): number {
  const starts = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  return turns === 0 ? messages.length : (starts.at(-turns) ?? 0);
}

function mapResults(message: ToolMessage, change: (result: ToolResultPart) => ToolResultPart): ToolMessage {
  const content = message.content.map(change);
  return content.every((result, index) => result === message.content[index]) ? message : { ...message, content };
}

function toStub({ name, output }: ToolResultPart, handle: string | undefined): string {
  const again = handle === undefined ? 'It cannot be read again.' : `Its handle is ${JSON.stringify(handle)}.`;
  return `${stubStart} the result of ${name}, ${output.length} characters. ${again}]`;
}
