import type { LoopHooks } from '@shipmate/core';
import type { ClientContext } from '@shipmate/domain/conversation';
import { currentWorkflowId, isWorkflowId } from '../prompts/workflow-id.ts';

const toolsOfOneWorkflow: ReadonlySet<string> = new Set([
  'explain_workflow_node',
  'get_workflow_rule',
  'list_alerts_for_rule',
]);

/**
 * Adds the client's current workflow id to calls of tools for a single workflow when the model passes no id or one that
 * is not a UUID. A UUID is kept: it may refer to another workflow.
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
