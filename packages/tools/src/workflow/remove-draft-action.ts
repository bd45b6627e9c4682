import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const removeDraftAction = defineTool({
  name: 'remove_draft_action',
  description:
    'Removes an action from a draft. `orphaned` lists the actions that followed it: they lose their `after` and need another.',
  effect: 'read',
  input: () => z.object({ draft_id: z.string().max(100), action_name: z.string().max(300) }),
  output: () => z.object({ status: z.literal('action_removed'), orphaned: z.array(z.string()), message: z.string() }),
  async execute({ draft_id: draftId, action_name: name }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    return ports.workflowRules.change(async ({ drafts }) => {
      const draft = await drafts.take(principal, draftId);
      const { actions } = draft.payload;
      if (!actions.some((action) => action.name === name)) {
        const names = actions.map((action) => action.name).join(', ');
        throw new AppError({
          code: 'NOT_FOUND',
          message: `The draft has no action "${name}". Actions: ${names || 'none'}.`,
        });
      }
      const rest = actions.filter((action) => action.name !== name);
      const restNames = new Set(rest.map((action) => action.name));
      const follows = (after: string | undefined): boolean =>
        after !== undefined &&
        !restNames.has(after) &&
        (after === name || after.slice(0, after.lastIndexOf(':')) === name);
      const orphaned = rest.filter(({ after }) => follows(after)).map((action) => action.name);
      const cleared = rest.map(({ after, ...action }) =>
        after === undefined || follows(after) ? action : { ...action, after },
      );
      await drafts.save(principal, { ...draft, payload: { ...draft.payload, actions: cleared } });
      return {
        status: 'action_removed' as const,
        orphaned,
        message:
          orphaned.length > 0
            ? `Remove and add again with another "after": ${orphaned.join(', ')}.`
            : `"${name}" is removed.`,
      };
    });
  },
});
