import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { nearestNames } from '@shipmate/domain/search';
import { actionTypes, findActionType, workflowPayloadSchema } from '@shipmate/domain/workflow';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

const { name, description, action_config: config, after } = workflowPayloadSchema.shape.actions.element.shape;
const [first = '', ...others] = actionTypes.map(({ type }) => type);

export const addDraftAction = defineTool({
  name: 'add_draft_action',
  description:
    'Adds an action to a draft. The first action has no `after`; every other one follows an action of the draft.',
  effect: 'read',
  input: () =>
    z.object({
      draft_id: z.string().max(100),
      name,
      action_type: z.enum([first, ...others]),
      action_config: config,
      description,
      after,
      is_active: z.boolean().default(true),
    }),
  output: () =>
    z.object({
      status: z.literal('action_added'),
      action_name: z.string(),
      action_index: z.number().int(),
      output_ports: z.array(z.string()),
      message: z.string(),
    }),
  async execute({ draft_id: draftId, ...action }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    return ports.workflowRules.change(async ({ drafts }) => {
      const draft = await drafts.take(principal, draftId);
      const { actions } = draft.payload;
      const names = actions.map((each) => each.name);
      if (names.includes(action.name)) {
        throw refusal('name', `The draft already has an action "${action.name}". Choose another name.`);
      }
      if (action.after !== undefined) requirePredecessor(action.after, names);
      else if (actions.some((each) => each.after === undefined)) {
        throw refusal('after', `The first action is "${names[0]}". Set "after" to the action that this one follows.`);
      }
      await drafts.save(principal, { ...draft, payload: { ...draft.payload, actions: [...actions, action] } });
      const outputs = findActionType(action.action_type)?.ports ?? [];
      return {
        status: 'action_added' as const,
        action_name: action.name,
        action_index: actions.length,
        output_ports: [...outputs],
        message: `Follow it with after: "${action.name}" or after: "${action.name}:${outputs.at(-1)}".`,
      };
    });
  },
});

function requirePredecessor(after: string, names: readonly string[]): void {
  const before = after.slice(0, Math.max(after.lastIndexOf(':'), 0));
  if (names.includes(after) || names.includes(before)) return;
  const near = nearestNames(after, names);
  throw refusal(
    'after',
    `The draft has no action "${after}". ${near.length > 0 ? `Nearest: ${near.join(', ')}.` : `Actions: ${names.join(', ') || 'none yet'}.`}`,
  );
}

function refusal(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message: `${field}: ${message}`, details: { field } });
}
