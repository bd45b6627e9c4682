import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';

const toolUse = { tool_use_id: z.string(), name: z.string() };
const tokens = z.number().int().nonnegative();
/** Each with its `type`, such as `focusNode`. */
const canvasActions = z.array(z.record(z.string(), jsonValueSchema));

/**
 * The events of the Agent Chat Protocol and their payloads. A stream ends with exactly one `message_complete` or
 * `error`.
 *
 * With extensions, a `message_start` with the turn number of the previous one voids that turn's content: the turn is
 * retried. Without, a `content_chunk` says where the answer starts again.
 */
const standardEvents = {
  message_start: z.object({ turn: z.number().int().nonnegative() }),
  content_chunk: z.object({ chunk: z.string() }),
  tool_call_start: z.object(toolUse),
  tool_call_result: z.object({ ...toolUse, is_error: z.boolean() }),
  workflow_preview: z.object({
    description: z.string(),
    workflow: z.record(z.string(), jsonValueSchema),
    is_update: z.boolean(),
    workflow_id: z.string().optional(),
    /** Accept or reject it at `/v1/agent/previews/{preview_id}`. */
    preview_id: z.string().optional(),
  }),
  error: z.object({ message: z.string() }),
  message_complete: z.object({}),
};

/** Sent only to clients that ask for `extensions`. */
const extensionEvents = {
  /** The first event. */
  run: z.object({ run_id: z.string(), conversation_id: z.string(), model: z.string() }),
  /** The run waits for a decision on a tool call; without an id, the call has an unknown outcome. */
  approval_required: z.object({ ...toolUse, approval_id: z.string().optional() }),
  /** A diagram was drawn and saved. It and the next two come after the result of their call. */
  diagram_created: z.object({
    diagram_id: z.string(),
    name: z.string(),
    diagram_type: z.string(),
    repository_id: z.string(),
  }),
  /** Actions for the page to carry out on the diagram, or on the open one. */
  canvas_actions: z.object({ diagram_id: z.string().optional(), actions: canvasActions }),
  /** Nodes that a search found, and actions for the person to choose. */
  canvas_suggestions: z.object({ referenced_nodes: z.array(z.string()), actions: canvasActions }),
  /** Usage of the run; precedes the last event. */
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_read_tokens: tokens,
    cache_write_tokens: tokens,
    reasoning_tokens: tokens,
    /** True when the tokens are estimated from the length of texts, as those of the demo model are. */
    estimated: z.boolean().optional(),
  }),
};

export const agentChatEventSchemas = { ...standardEvents, ...extensionEvents } as const;
export type AgentChatEventName = keyof typeof agentChatEventSchemas;
/** The names of the events that only clients with `extensions` receive. */
export type AgentChatExtension = keyof typeof extensionEvents;
export const agentChatExtensions: ReadonlySet<string> = new Set(Object.keys(extensionEvents));

/** One event: its name and its payload. */
export type AgentChatEvent = {
  readonly [Name in AgentChatEventName]: {
    readonly event: Name;
    readonly data: z.output<(typeof agentChatEventSchemas)[Name]>;
  };
}[AgentChatEventName];

/** Returns true for an event that ends its stream. */
export function isLastAgentChatEvent(name: string): boolean {
  return name === 'message_complete' || name === 'error';
}
