import { personas } from '@shipmate/domain/run';
import { z } from 'zod';

/** `POST /v1/agent/chat`: a question; the answer is a stream of events. `null` counts as absent. */
export const agentChatRequestSchema = z.object({
  message: z.string().regex(/\S/, 'must not be empty'),
  /** The kind of work, which selects tools and prompt; a server answers 400 with the ones that it knows. */
  context_type: z.string(),
  /** What the client shows. The server reads `workflow_id` and `workspace_id`; the model is shown all of it. */
  context: z.record(z.string(), z.json()).nullish(),
  /** What the client calls the conversation. The same id continues it. */
  conversation_id: z.string().max(512).nullish(),
  /** `provider:model`; a server answers 400 when it has no such model. Default: its default model. */
  model: z.string().min(1).max(200).nullish(),
  /** What the run may change. Default: everything. */
  persona: z.enum(personas).nullish(),
  /** Keeps the run going when nobody reads its events. */
  detach: z.boolean().nullish(),
  /** Also sends `retry` and the events of `AgentChatExtension`. */
  extensions: z.boolean().nullish(),
});
export type AgentChatRequest = z.input<typeof agentChatRequestSchema>;

/** Query of `GET /v1/agent/runs/{id}/events`; the header `Last-Event-ID` says from where on. */
export const agentRunEventsQuerySchema = z.object({ extensions: z.stringbool().default(false) });
