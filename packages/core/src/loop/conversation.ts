import { textOf, type AssistantMessage, type Message } from '../message/message.ts';
import { toValidHistory } from './valid-history.ts';

/** What was said in a run, and what of it the model is shown: all of it, until it has to be shortened. */
export class Conversation {
  readonly messages: Message[];
  readonly #given: number;
  #shown: Message[];
  #lastWords = '';

  constructor(history: readonly Message[]) {
    this.messages = toValidHistory(history);
    this.#given = this.messages.length;
    this.#shown = [...this.messages];
  }

  /** What the model is shown. */
  get shown(): readonly Message[] {
    return this.#shown;
  }

  /** What the model is shown, with words that are for one request only. A copy for each request would cost more and more. */
  shownWith(words: readonly Message[]): readonly Message[] {
    return words.length === 0 ? this.#shown : this.#shown.concat(words);
  }

  /** What was added to the history. */
  get newMessages(): readonly Message[] {
    return this.messages.slice(this.#given);
  }

  /** The text of the last answer. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** Adds what a model said. An answer without words or calls leaves nothing behind. */
  addAnswer(message: AssistantMessage): void {
    this.#lastWords = textOf(message);
    if (message.content.length > 0) this.add(message);
  }

  add(...messages: readonly Message[]): void {
    this.messages.push(...messages);
    this.#shown.push(...messages);
  }

  /** Takes the answer back that was added last. Its words stay the last ones. */
  withdrawAnswer(): void {
    this.messages.pop();
    this.#shown.pop();
  }

  /** Answers the calls that were left open, as by a failure. */
  close(): void {
    const last = this.messages.at(-1);
    if (last?.role === 'assistant') this.add(...toValidHistory([last]).slice(1));
  }

  /** Shows the model this instead from now on; nothing is lost from the history. */
  show(messages: readonly Message[]): void {
    this.#shown = [...messages];
  }
}
