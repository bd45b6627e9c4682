import type { ContextType } from '@shipmate/domain';

/** The kind of work that is asked for without naming one: on the charts of a workspace, or none but speaking. */
export function contextTypeFor(workspaceId: string | null): ContextType {
  return workspaceId === null ? 'plain' : 'chart';
}
