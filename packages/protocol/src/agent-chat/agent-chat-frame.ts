import type { AgentChatEvent } from './agent-chat-event.ts';
import { toEventId, type AgentChatEventId } from './event-id.ts';

/** An event as it is sent. */
export interface AgentChatFrame extends AgentChatEventId {
  readonly text: string;
}

/** Writes an event as a server-sent one. */
export function toAgentChatFrame(
  place: AgentChatEventId,
  { event, data }: AgentChatEvent,
  prefix = '',
): AgentChatFrame {
  return { ...place, text: `${prefix}id: ${toEventId(place)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n` };
}
