import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isLoopHistory, type Message } from '@shipmate/core';
import { appendMessage, type PromptReader } from './to-prompt.ts';
import { addCallIds } from './tool-call-ids.ts';

/** A history that was converted before. */
interface ConvertedHistory {
  /** The array that was converted last. */
  source: readonly Message[];
  readonly messages: Message[];
  readonly prompt: LanguageModelV4Prompt;
  /** The length of the prompt after each message. */
  readonly ends: number[];
  /** The ids of all tool calls in `messages`. */
  readonly callIds: Set<string>;
}

/** A history as one request needs it. */
interface PromptHistory {
  /** A prompt of its own, without a system prompt. Its messages are shared with other requests. */
  readonly prompt: LanguageModelV4Prompt;
  /** The ids of the tool calls in the history. It may grow with later requests. */
  readonly callIds: ReadonlySet<string>;
}

/**
 * Converts the histories of successive requests. A history that begins as an earlier one, which is usual in a tool loop,
 * costs only the messages that it adds. Messages are compared by identity and must not change; arrays of them may.
 */
export class PromptHistories {
  readonly #reader: PromptReader;
  /** By the first message, so that a history is kept as long as its conversation is in use. */
  readonly #converted = new WeakMap<Message, ConvertedHistory>();

  constructor(reader: PromptReader) {
    this.#reader = reader;
  }

  convert(messages: readonly Message[]): PromptHistory {
    const history = this.#begin(messages);
    for (let index = history.messages.length; index < messages.length; index += 1) {
      const message = messages[index] as Message;
      appendMessage(history.prompt, message, this.#reader);
      history.messages.push(message);
      history.ends.push(history.prompt.length);
      addCallIds(history.callIds, message);
    }
    return { prompt: history.prompt.slice(), callIds: history.callIds };
  }

  /** Returns what is already converted of these messages. */
  #begin(messages: readonly Message[]): ConvertedHistory {
    const [first] = messages;
    const known = first && this.#converted.get(first);
    if (known !== undefined && dropAfter(known, sharedLength(known, messages))) {
      known.source = messages;
      return known;
    }
    const history: ConvertedHistory = { source: messages, messages: [], prompt: [], ends: [], callIds: new Set() };
    if (first !== undefined) this.#converted.set(first, history);
    return history;
  }
}

/** Returns how many messages were converted before. A comparison of all of them would cost a long run more with each step. */
function sharedLength({ source, messages: one }: ConvertedHistory, other: readonly Message[]): number {
  const length = Math.min(one.length, other.length);
  if (source === other && isLoopHistory(other) && one[length - 1] === other[length - 1]) return length;
  let index = 0;
  while (index < length && one[index] === other[index]) index += 1;
  return index;
}

/** Shortens a converted history. Returns false if that would leave ids of dropped calls. */
function dropAfter({ messages, prompt, ends, callIds }: ConvertedHistory, length: number): boolean {
  const dropsCalls = messages.slice(length).some(({ role }) => role === 'assistant') && callIds.size > 0;
  if (dropsCalls) return false;
  messages.length = length;
  ends.length = length;
  prompt.length = ends.at(-1) ?? 0;
  return true;
}
