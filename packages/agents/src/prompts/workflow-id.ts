import type { ClientContext } from '@shipmate/domain';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value can be the id of a workflow, of whatever version of UUID its owner makes. */
export function isWorkflowId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** The workflow that a client shows, if it says so. */
export function currentWorkflowId(context: ClientContext | null | undefined): string | undefined {
  const id = context?.['workflow_id'];
  return isWorkflowId(id) ? id : undefined;
}
