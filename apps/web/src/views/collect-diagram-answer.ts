import { type ClientEvent, jsonValueSchema } from '@shipmate/core';
import type { NavigationAction } from '@shipmate/domain/code-map';
import type { RunEvent } from '@shipmate/domain/run';
import { type DiagramChatAnswer, toCanvasData } from '@shipmate/protocol/web/diagram-chat';
import { z } from 'zod';

const navigationActionSchema: z.ZodType<NavigationAction> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('focusNode'), nodeId: z.string() }),
  z.object({ type: z.literal('expandPath'), path: z.string() }),
  z.object({ type: z.literal('highlightNodes'), nodeIds: z.array(z.string()), color: z.string().optional() }),
  z.object({ type: z.literal('zoomTo'), nodeIds: z.array(z.string()) }),
  z.object({ type: z.literal('panTo'), x: z.number(), y: z.number() }),
  z.object({
    type: z.literal('openFileRange'),
    path: z.string(),
    startLine: z.number(),
    endLine: z.number().optional(),
    highlight: z.boolean().optional(),
  }),
  z.object({ type: z.literal('openDiagram'), diagramId: z.string() }),
]);

/** The answer to `POST /api/diagram/chat`. */
export const diagramChatAnswerSchema: z.ZodType<DiagramChatAnswer> = z.object({
  answer: z.string(),
  tools: z.array(
    z.object({
      tool: z.string(),
      result: z.array(z.object({ type: z.string(), data: jsonValueSchema })),
      actions: z.array(navigationActionSchema),
    }),
  ),
  referencedNodes: z.array(z.string()),
  suggestedActions: z.array(navigationActionSchema),
});

/** Collects the events of a run. */
interface AnswerCollector {
  take(event: RunEvent): void;
  /** The answer so far. */
  toAnswer(): DiagramChatAnswer;
  /** The error of a run that failed. */
  failure(): { readonly code: string; readonly message: string } | undefined;
}

/** Creates the collector of one answer: the text of the last turn, and what its tools told the page. */
export function collectDiagramAnswer(): AnswerCollector {
  const texts = new Map<number, string>();
  const calls: { readonly tool: string; readonly events: readonly ClientEvent[] }[] = [];
  let failed: { readonly code: string; readonly message: string } | undefined;
  return {
    take(event) {
      if (event.type === 'turn_restarted') texts.delete(event.turn);
      else if (event.type === 'content') {
        texts.set(event.turn, (texts.get(event.turn) ?? '') + event.deltas.join(''));
      } else if (event.type === 'tool_result') {
        calls.push({ tool: event.name, events: event.isError ? [] : event.clientEvents });
      } else if (event.type === 'run_ended' && event.status === 'failed') {
        failed = event.error ?? { code: 'INTERNAL_ERROR', message: 'The answer failed.' };
      }
    },
    toAnswer() {
      const last = [...texts].toSorted(([one], [other]) => other - one)[0];
      const done = calls.flatMap(({ events }) => actionsOf(events, 'canvas_actions'));
      const suggested = calls.flatMap(({ events }) => actionsOf(events, 'canvas_suggestions'));
      const found = calls.flatMap(({ events }) => events.flatMap(({ data }) => toCanvasData(data).referencedNodes));
      return {
        answer: last?.[1] ?? '',
        tools: calls.map(({ tool, events }) => ({
          tool,
          result: events,
          actions: actionsOf(events, 'canvas_actions'),
        })),
        referencedNodes: [...new Set([...done.flatMap(nodesOf), ...found])],
        suggestedActions: suggested,
      };
    },
    failure: () => failed,
  };
}

function actionsOf(events: readonly ClientEvent[], wanted: string): readonly NavigationAction[] {
  return events.flatMap(({ type, data }) => (type === wanted ? toCanvasData(data).actions : []));
}

function nodesOf(action: NavigationAction): readonly string[] {
  if (action.type === 'focusNode') return [action.nodeId];
  return action.type === 'highlightNodes' || action.type === 'zoomTo' ? action.nodeIds : [];
}
