import { z } from 'zod';
import type { UiMessageMetadata } from './ui-message-metadata.ts';

/**
 * `POST /api/chat`: what `useChat` of `@ai-sdk/react` sends. Only the last user message is read; history comes from the
 * database by `id`, which is the conversation's. A message whose id is the last question's is that question, sent again.
 * Answers an AI SDK UI message stream.
 */
export const chatRequestSchema = z
  .object({
    id: z.uuid(),
    messages: z
      .array(
        z.looseObject({
          id: z.string().optional(),
          role: z.enum(['system', 'user', 'assistant']),
          parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
          /** `replaces` is the id of an earlier question that this one takes the place of; 409 when it stands no more. */
          metadata: z.looseObject({ replaces: z.uuid().optional() }).optional(),
        }),
      )
      .min(1),
    model: z.string().optional(),
    /** What it is about. */
    contextType: z.enum(['chart', 'cluster']).default('chart'),
    /** That of the chart. */
    workspaceId: z.uuid().optional(),
    revisionNumber: z.number().int().nonnegative().optional(),
    /** What the run may change: `operator` means values files only. */
    persona: z.enum(['developer', 'operator']).optional(),
    /** The plan of the conversation that the answer is to apply. 409 when it is not open (any more). */
    planId: z.uuid().optional(),
    /** `regenerate-message` has the last stored question answered again, whatever `messages` hold. */
    trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  })
  .refine(({ contextType, workspaceId }) => (contextType === 'chart') === (workspaceId !== undefined), {
    path: ['workspaceId'],
    message: 'is needed for a chart, and for nothing else',
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

/** A stored message as `useChat` takes it for its initial messages. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly UiMessagePart[];
  readonly metadata?: UiMessageMetadata;
}

/** `GET /api/conversations/{id}/messages`. While `activeRunId` is set, `GET /api/chat/{id}/stream` replays that run. */
export interface ConversationResponse {
  readonly id: string;
  readonly title: string | null;
  readonly messages: readonly UiMessage[];
  readonly activeRunId: string | null;
}
