import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import type { NavigationAction } from '@shipmate/domain/code-map';
import { z } from 'zod';
import { checkAction } from './check-action.ts';
import { actionsSchema, navigationSchema } from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';
import { canvasEvents } from './model-view.ts';
import { openDiagram } from './open-map.ts';

export const navigateCanvas = defineTool({
  name: 'navigateCanvas',
  description:
    'Moves the view of a diagram: focusNode, expandPath, highlightNodes, zoomTo, panTo. Node ids come from createDiagram and searchCodebase. ' +
    'Answers each action as accepted or rejected with the reason and the nearest ids; the page of the person carries accepted ones out. ' +
    'A folded file is shown with expandPath first.',
  effect: 'read',
  input: () =>
    z.object({
      diagramId: z.string().max(100).describe('activeDiagramId of the context, or the result of createDiagram'),
      actions: z.array(navigationSchema).min(1).max(20),
    }),
  output: () =>
    z.object({
      diagramId: z.string(),
      executedActions: z.array(
        z.object({
          index: z.number(),
          type: z.string(),
          status: z.enum(['accepted', 'rejected']),
          reason: z.string().optional(),
        }),
      ),
      currentView: z.object({
        diagramId: z.string(),
        name: z.string(),
        commit: z.string(),
        layoutType: z.string(),
        shownNodes: z.number(),
      }),
      actions: actionsSchema,
    }),
  async execute({ diagramId, actions }, context: ToolContext<DiagramToolPorts>) {
    const { diagram, picture, snapshot } = await openDiagram(diagramId, context);
    const checked = actions.map((action) => checkAction(action, { picture, snapshot }));
    const accepted = actions.filter((_, index) => checked[index] === undefined) as readonly NavigationAction[];
    return {
      diagramId,
      executedActions: actions.map(({ type }, index) => {
        const reason = checked[index];
        return reason === undefined
          ? { index, type, status: 'accepted' as const }
          : { index, type, status: 'rejected' as const, reason };
      }),
      currentView: {
        diagramId,
        name: diagram.name,
        commit: picture.commit,
        layoutType: picture.layoutType,
        shownNodes: picture.nodes.length,
      },
      actions: accepted,
    };
  },
  toModel: ({ executedActions, currentView }) =>
    fenceText(JSON.stringify({ executedActions, currentView }), { source: 'result' }),
  clientEvents: ({ diagramId, actions }) => canvasEvents(actions, diagramId),
});
