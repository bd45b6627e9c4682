import { rulePreviewStatuses } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { agentChatEventSchemas } from './agent-chat-event.ts';

/**
 * `GET /v1/agent/previews/{id}`: the fields of `workflow_preview`, and the state of the preview. `POST …/accept` and `…/reject` return
 * it too; they need a person. CONFLICT when the preview was decided before, or when the rule has changed since: then
 * `details.difference` names the change.
 */
export const agentPreviewSchema = z.object({
  ...agentChatEventSchemas.workflow_preview.required({ preview_id: true }).shape,
  status: z.enum(rulePreviewStatuses),
  /** The saved rule, once it is accepted. */
  accepted_workflow_id: z.string().optional(),
});
export type AgentPreview = z.infer<typeof agentPreviewSchema>;
