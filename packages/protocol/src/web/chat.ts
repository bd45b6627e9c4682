import { personas } from '@shipmate/domain/run';
import { z } from 'zod';
import { pageQuerySchema } from './page.ts';
import type { UiMessageMetadata } from './ui-message-metadata.ts';

/** A client's id for a conversation or a message: any text of at most 100 characters. An empty one counts as absent. */
export const clientIdSchema = z.string().max(100, 'must have at most 100 characters').nullish();

/**
 * `POST /api/chat`, in the format of `useChat` of `@ai-sdk/react`. Only the last user message is read; the server has
 * the history, and unknown fields are ignored. The response is an AI SDK UI message stream. The server's id of the conversation is in the header
 * `x-shipmate-conversation`, and in the stream's `data-conversation` part.
 */
export const chatRequestSchema = z.object({
  /**
   * The client's id for the conversation, unique per user, or the server's id. The same id continues it. Default: a new
   * conversation.
   */
  id: clientIdSchema,
  messages: z
    .array(
      z.looseObject({
        /**
         * The same text with the id of the last question regenerates its answer; another text replaces the question
         * with that id.
         */
        id: clientIdSchema,
        role: z.enum(['system', 'user', 'assistant']),
        parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
        /** The text of a message without parts. */
        content: z.string().optional(),
        /**
         * `replaces` is the id of an earlier question that this one replaces; 409 when it has already been replaced.
         */
        metadata: z.looseObject({ replaces: clientIdSchema }).nullish(),
      }),
    )
    .min(1),
  /** `provider:model`. Default: the default model. */
  model: z.string().nullish(),
  /** The agent. Default: the conversation's, else `chart` with a workspace and `plain` without one. */
  contextType: z.string().nullish(),
  /** The workspace, for an agent that works on one. Default: the conversation's. */
  workspaceId: z.string().nullish(),
  /** The revision of the workspace on the person's screen; 409 when it is not the current one. */
  revisionNumber: z.number().int().nonnegative().nullish(),
  /** Scope of the run's changes: `operator` means values files only. */
  persona: z.enum(personas).nullish(),
  /** The plan of the conversation that the answer applies; 409 when it is not open. */
  planId: z.uuid().nullish(),
  /**
   * What the person sees beside the conversation, which the agent receives as untrusted text: the page, its title, and the
   * ids and filters of the selection. Each message replaces it.
   */
  page: z
    .record(z.string().min(1).max(100), z.string().max(500))
    .refine((page) => Object.keys(page).length <= 20, 'must have at most 20 fields')
    .nullish(),
  /** `regenerate-message` regenerates the answer to the last stored question and ignores `messages`. */
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** A part of a message as `useChat` renders it: the parts of the AI SDK's `UIMessage` that Shipmate produces. */
export type UiMessagePart =
  | { readonly type: 'text'; readonly text: string; readonly state: 'done' }
  | { readonly type: 'step-start' }
  | {
      readonly type: 'dynamic-tool';
      readonly toolName: string;
      readonly toolCallId: string;
      readonly state: 'output-available';
      readonly input: unknown;
      readonly output: unknown;
    }
  | {
      readonly type: 'dynamic-tool';
      readonly toolName: string;
      readonly toolCallId: string;
      readonly state: 'output-error';
      readonly input: unknown;
      readonly errorText: string;
    };

/** A stored message in the format of `useChat`'s initial messages. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly UiMessagePart[];
  readonly metadata?: UiMessageMetadata;
}

/** Query of `GET /api/conversations/{id}/messages`; `limit` counts questions, each with its answer. */
export const messagesQuerySchema = pageQuerySchema.extend({
  /** `next` of the previous page: older messages. */
  before: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the "next" of the previous page')
    .optional(),
});

/** `GET /api/conversations/{id}/messages`: the newest messages, or those before a place. While `activeRunId` is set, `GET /api/chat/{id}/stream` replays that run. */
export interface ConversationResponse {
  readonly id: string;
  readonly title: string | null;
  readonly messages: readonly UiMessage[];
  readonly activeRunId: string | null;
  /** `before` of the page of older messages; null if there are none. */
  readonly next: string | null;
}
