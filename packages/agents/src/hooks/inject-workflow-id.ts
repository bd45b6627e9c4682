import type { LoopHooks } from '@shipmate/core';
import type { ClientContext } from '@shipmate/domain';
import { currentWorkflowId, isWorkflowId } from '../prompts/workflow-id.ts';

const toolsOfOneWorkflow: ReadonlySet<string> = new Set([
  'explain_workflow_node',
  'get_workflow_rule',
  'list_alerts_for_rule',
]);

/**
 * Gives tools that are about one workflow the one that the client shows, where the model names none or names it by something
 * else than a UUID. A UUID of the model's stays: it may mean another workflow.
 */
export function injectWorkflowId(context: ClientContext | null | undefined): LoopHooks {
  const workflowId = currentWorkflowId(context);
  if (workflowId === undefined) return {};
  return {
    beforeToolCall({ call: { name, input } }) {
      if (!toolsOfOneWorkflow.has(name)) return undefined;
      const given = isObject(input) ? input : {};
      return isWorkflowId(given['workflow_id']) ? undefined : { input: { ...given, workflow_id: workflowId } };
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
