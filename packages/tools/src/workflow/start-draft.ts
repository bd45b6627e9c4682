import { defineTool, type ToolContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { workflowPayloadSchema } from '@shipmate/domain/workflow';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

const {
  name,
  entity,
  trigger_type: trigger,
  description,
  trigger_conditions: conditions,
} = workflowPayloadSchema.shape;

export const startDraft = defineTool({
  name: 'start_draft',
  description:
    'Starts a draft of a long rule. Add actions with add_draft_action, then show it with preview_draft. A draft lasts 10 minutes after its last use.',
  effect: 'read',
  input: () =>
    z.object({
      name,
      entity: entity.unwrap(),
      trigger_type: trigger.unwrap(),
      description,
      trigger_conditions: conditions,
    }),
  output: () => z.object({ draft_id: z.string(), status: z.literal('draft_created'), message: z.string() }),
  async execute(input, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const id = newId();
    const payload = { ...input, is_active: true, actions: [] };
    await ports.workflowRules.change(({ drafts }) => drafts.create(principal, { id, payload }));
    return {
      draft_id: id,
      status: 'draft_created' as const,
      message: 'Add the first action with add_draft_action, without "after".',
    };
  },
});
