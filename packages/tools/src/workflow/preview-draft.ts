import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { previewEvents, previewSchema, previewToModel, sendPreview } from './send-preview.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const previewDraft = defineTool({
  name: 'preview_draft',
  description:
    'Checks a finished draft and shows it to the user for approval; nothing is saved. Stop after it: the approval saves the rule.',
  effect: 'read',
  input: () =>
    z.object({
      draft_id: z.string().max(100),
      description: z.string().trim().min(1).max(1_000).describe('The rule in one or two sentences, for the user'),
    }),
  output: previewSchema,
  async execute({ draft_id: draftId, description }, context: ToolContext<WorkflowToolPorts>) {
    const { payload } = await context.ports.workflowRules.change(({ drafts }) =>
      drafts.take(context.principal, draftId),
    );
    return sendPreview({ payload, base: undefined, description }, context);
  },
  toModel: previewToModel,
  clientEvents: previewEvents,
});
