import { jsonValueSchema } from '@shipmate/core';
import { personas } from '@shipmate/domain/run';
import { z } from 'zod';

/** `POST /v1/agent/chat`: a question; the response is a stream of events. `null` counts as absent. Unknown fields are ignored. */
export const agentChatRequestSchema = z.object({
  message: z.string().regex(/\S/, 'must not be empty'),
  /**
   * The kind of work, which selects tools and prompt; for an unknown one the server responds 400 with the known ones.
   */
  context_type: z.string(),
  /** State of the client's page. The server reads `workflow_id` and `workspace_id`; the model receives all of it. */
  context: z.record(z.string(), jsonValueSchema).nullish(),
  /** The client's id of the conversation. The same id continues it. */
  conversation_id: z.string().max(512).nullish(),
  /** `provider:model`; 400 for an unknown model. Default: the server's default model. */
  model: z.string().min(1).max(200).nullish(),
  /** Scope of the run's changes. Default: everything. */
  persona: z.enum(personas).nullish(),
  /** Continues the run without readers. */
  detach: z.boolean().nullish(),
  /** Also sends `retry` and the events of `AgentChatExtension`. */
  extensions: z.boolean().nullish(),
});
export type AgentChatRequest = z.input<typeof agentChatRequestSchema>;

/** Query of `GET /v1/agent/runs/{id}/events`; the header `Last-Event-ID` contains the reader's position. */
export const agentRunEventsQuerySchema = z.strictObject({ extensions: z.stringbool().default(false) });
