import { z } from 'zod';

const toolUse = { tool_use_id: z.string(), name: z.string() };
const tokens = z.number().int().nonnegative();

/**
 * The events of the Agent Chat Protocol and what they carry. A stream ends with its one `message_complete` or `error`.
 *
 * A `message_start` with the turn of the one before it voids what that turn has said: it is taken again.
 */
const standardEvents = {
  message_start: z.object({ turn: z.number().int().nonnegative() }),
  content_chunk: z.object({ chunk: z.string() }),
  tool_call_start: z.object(toolUse),
  tool_call_result: z.object({ ...toolUse, is_error: z.boolean() }),
  workflow_preview: z.object({
    description: z.string(),
    workflow: z.record(z.string(), z.json()),
    is_update: z.boolean(),
    workflow_id: z.string().optional(),
  }),
  error: z.object({ message: z.string() }),
  message_complete: z.object({}),
};

/** Sent only to clients that ask for `extensions`. */
const extensionEvents = {
  /** The first event. */
  run: z.object({ run_id: z.string(), conversation_id: z.string(), model: z.string() }),
  /** The run waits for a person to decide on a tool call; without an id, on one of which nobody knows whether it took effect. */
  approval_required: z.object({ ...toolUse, approval_id: z.string().optional() }),
  /** What the run spent; ahead of the last event. */
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_read_tokens: tokens,
    cache_write_tokens: tokens,
    reasoning_tokens: tokens,
  }),
};

export const agentChatEventSchemas = { ...standardEvents, ...extensionEvents } as const;
export type AgentChatEventName = keyof typeof agentChatEventSchemas;
/** The names of the events that only clients which ask for `extensions` receive. */
export type AgentChatExtension = keyof typeof extensionEvents;

/** One event: its name and its payload. */
export type AgentChatEvent = {
  readonly [Name in AgentChatEventName]: {
    readonly event: Name;
    readonly data: z.output<(typeof agentChatEventSchemas)[Name]>;
  };
}[AgentChatEventName];

/** Whether an event ends its stream. */
export function isLastAgentChatEvent(name: string): boolean {
  return name === 'message_complete' || name === 'error';
}
