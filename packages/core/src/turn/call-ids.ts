import { toolCallsOf, type AssistantMessage, type Message } from '../message/message.ts';

/** The tool call ids of one conversation: a model's ids are kept where they are new and changed where they are taken. */
export class CallIds {
  readonly #taken = new Set<string>();

  constructor(history: readonly Message[]) {
    for (const message of history) {
      if (message.role === 'assistant') for (const call of toolCallsOf(message)) this.#taken.add(call.id);
    }
  }

  /** Takes an id: the given one, or one like it. */
  claim(given: string): string {
    const base = given || 'call';
    let id = base;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${base}_${count}`;
    this.#taken.add(id);
    return id;
  }
}

/** The call ids of one turn, told while it streams and put into the message it comes to. */
export class TurnCallIds {
  readonly #conversation: CallIds;
  readonly #streamed: { readonly given: string; readonly id: string }[] = [];

  constructor(conversation: CallIds) {
    this.#conversation = conversation;
  }

  /** The id of a call that begins to stream. */
  start(given: string): string {
    const id = this.#conversation.claim(given);
    this.#streamed.push({ given, id });
    return id;
  }

  /** The message with the ids that its calls were streamed under; call it once. */
  apply(message: AssistantMessage): AssistantMessage {
    const content = message.content.map((part) => {
      if (part.type !== 'tool_call') return part;
      const id = this.#idOf(part.id);
      return id === part.id ? part : { ...part, id };
    });
    return { role: 'assistant', content };
  }

  #idOf(given: string): string {
    const index = this.#streamed.findIndex((call) => call.given === given);
    return this.#streamed.splice(index, index === -1 ? 0 : 1)[0]?.id ?? this.#conversation.claim(given);
  }
}
