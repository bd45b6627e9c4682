import {
  textOf,
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
} from '../message/message.ts';
import { failedOutcome } from '../tool/call-tool.ts';

/** The arrays of messages that models are shown. Only {@link LoopHistory} changes them. */
const loopHistories = new WeakSet<readonly Message[]>();

/**
 * True for the array in which the tool loop keeps the messages that it shows the model. The loop only appends to it and removes from its
 * end: if a message is where it was, all messages before it are the same.
 */
export function isLoopHistory(messages: readonly Message[]): boolean {
  return loopHistories.has(messages);
}

/** The messages of a run, and the part of them that the model is shown: all, until the context window is nearly full. */
export class LoopHistory {
  readonly messages: Message[];
  readonly #given: number;
  readonly #callIds = new Set<string>();
  #shown: Message[] = [];
  #lastText = '';

  /** `open` is the answer of a turn to resume; its call ids are reserved too. */
  constructor(history: readonly Message[], open?: AssistantMessage) {
    this.messages = toValidHistory(history);
    this.#given = this.messages.length;
    this.show(this.messages);
    for (const message of open === undefined ? this.messages : [...this.messages, open]) {
      if (message.role === 'assistant') for (const { id } of toolCallsOf(message)) this.#callIds.add(id);
    }
  }

  /** The messages that the model is shown. */
  get shown(): readonly Message[] {
    return this.#shown;
  }

  /** The messages that the model is shown, plus messages for one request. Copied only if there are any: copies grow with the run. */
  shownWith(extra: readonly Message[]): readonly Message[] {
    return extra.length === 0 ? this.#shown : this.#shown.concat(extra);
  }

  /** The messages that the run appended. */
  get newMessages(): readonly Message[] {
    return this.messages.slice(this.#given);
  }

  /** The text of the last answer. */
  get lastText(): string {
    return this.#lastText;
  }

  /** Reserves a call id that is unique in the history: the given one, or a variation of it. */
  claimCallId(given: string): string {
    const base = given || 'call';
    let id = base;
    for (let count = 2; this.#callIds.has(id); count += 1) id = `${base}_${count}`;
    this.#callIds.add(id);
    return id;
  }

  /** Appends a model's answer. An answer without text or calls is not kept. */
  addAnswer(message: AssistantMessage): void {
    this.#lastText = textOf(message);
    if (message.content.length > 0) this.add(message);
  }

  add(...messages: readonly Message[]): void {
    this.messages.push(...messages);
    this.#shown.push(...messages);
  }

  /** Removes the answer that was appended last. Its text stays the last text. */
  withdrawAnswer(): void {
    this.messages.pop();
    this.#shown.pop();
  }

  /** Answers the calls that a failure left open. */
  close(): void {
    const last = this.messages.at(-1);
    if (last?.role === 'assistant') this.add(...toValidHistory([last]).slice(1));
  }

  /** Replaces the messages that the model is shown. The history itself stays whole. */
  show(messages: readonly Message[]): void {
    this.#shown = [...messages];
    loopHistories.add(this.#shown);
  }
}

/**
 * Makes a history valid: every tool call is answered, in the order of the calls, by the message after it. A call without an
 * answer, as after a crash, is answered as interrupted; an answer without its call is dropped.
 */
function toValidHistory(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, index): Message[] => {
    if (message.role === 'tool') return [];
    const calls = message.role === 'assistant' ? toolCallsOf(message) : [];
    if (calls.length === 0) return [message];
    const next = messages[index + 1];
    const answers = next?.role === 'tool' ? next.content : [];
    const note = next?.role === 'tool' && next.note !== undefined ? { note: next.note } : {};
    const content = calls.map((call) => answers.find(({ id }) => id === call.id) ?? interrupted(call));
    return [message, { role: 'tool', content, ...note }];
  });
}

function interrupted({ id, name }: ToolCallPart): ToolResultPart {
  const { text } = failedOutcome({ code: 'ABORTED', message: 'Interrupted; it may have taken effect.' });
  return { type: 'tool_result', id, name, output: text, isError: true };
}
