/** The id of an event: the position of its row in the run's log, and its index among the events of the row. */
export interface AgentChatEventId {
  readonly sequence: number;
  readonly index: number;
}

/** Formats an id as `sequence.index`. */
export function toEventId({ sequence, index }: AgentChatEventId): string {
  return `${sequence}.${index}`;
}

/** Parses an id; `undefined` for an invalid one. */
export function parseEventId(text: string): AgentChatEventId | undefined {
  const [, sequence, index] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return sequence === undefined ? undefined : { sequence: Number(sequence), index: Number(index) };
}
