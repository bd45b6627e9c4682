import type { ClientEvent, JsonValue } from '@shipmate/core';
import type { NavigationAction } from '@shipmate/domain/code-map';
import { z } from 'zod';
import { chatRequestSchema, clientIdSchema } from './chat.ts';

/**
 * `POST /api/diagram/chat`: a question about a repository and its diagrams. Only the last user message is read; the same `id` continues
 * the conversation. The response is a {@link DiagramChatAnswer}, once the answer is complete.
 */
export const diagramChatRequestSchema = z
  .strictObject({
    id: clientIdSchema,
    messages: chatRequestSchema.shape.messages,
    /** The repository on the page, with `repo`. Default: the agent sees the repositories that there are. */
    owner: z.string().max(200).nullish(),
    repo: z.string().max(200).nullish(),
    /** The diagram on the page. */
    activeDiagramId: z.string().max(100).nullish(),
    /** The state of the canvas, which the agent receives as untrusted text. */
    view: z
      .record(z.string().min(1).max(100), z.union([z.string().max(500), z.number(), z.boolean()]))
      .refine((view) => Object.keys(view).length <= 20, 'must have at most 20 fields')
      .nullish(),
    model: z.string().nullish(),
  })
  .refine(({ owner, repo }) => !owner === !repo, { message: 'is needed together with "owner".', path: ['repo'] });

/** A tool that the agent called, with what it told the page. */
export interface DiagramChatTool {
  readonly tool: string;
  /** The events for the page, such as `diagram_created`. A failed call has none. */
  readonly result: readonly ClientEvent[];
  readonly actions: readonly NavigationAction[];
}

/** The answer to a {@link diagramChatRequestSchema question}. */
export interface DiagramChatAnswer {
  readonly answer: string;
  readonly tools: readonly DiagramChatTool[];
  /** Ids of nodes that the answer highlights or found. */
  readonly referencedNodes: readonly string[];
  /** Actions for a person to choose; those of `tools` are for the page to carry out. */
  readonly suggestedActions: readonly NavigationAction[];
}

/** Reads a client event's data as that of the canvas. */
export function toCanvasData(data: JsonValue): {
  readonly actions: readonly NavigationAction[];
  readonly referencedNodes: readonly string[];
} {
  const { actions = [], referenced_nodes: referencedNodes = [] } = data as unknown as {
    readonly actions?: readonly NavigationAction[];
    readonly referenced_nodes?: readonly string[];
  };
  return { actions, referencedNodes };
}
