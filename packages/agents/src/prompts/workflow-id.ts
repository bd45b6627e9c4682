import type { ClientContext } from '@shipmate/domain/conversation';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true when a value is a UUID of any version, as workflow ids are. */
export function isWorkflowId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** Returns the id of the client's current workflow, if any. */
export function currentWorkflowId(context: ClientContext | null | undefined): string | undefined {
  const id = context?.['workflow_id'];
  return isWorkflowId(id) ? id : undefined;
}
