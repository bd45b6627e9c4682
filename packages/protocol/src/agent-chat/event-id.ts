/** The id of an event: the place of its row in the run's log, and its own among the events that the row makes. */
export interface AgentChatEventId {
  readonly sequence: number;
  readonly index: number;
}

/** Writes an id as `sequence.index`. */
export function toEventId({ sequence, index }: AgentChatEventId): string {
  return `${sequence}.${index}`;
}

/** Reads an id; `undefined` when it is none of ours. */
export function parseEventId(text: string): AgentChatEventId | undefined {
  const [, sequence, index] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return sequence === undefined ? undefined : { sequence: Number(sequence), index: Number(index) };
}
