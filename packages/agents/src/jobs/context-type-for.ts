import type { ContextType } from '@shipmate/domain/conversation';

/** Returns the default context type: `chart` with a workspace, `plain` without. */
export function contextTypeFor(workspaceId: string | null): ContextType {
  return workspaceId === null ? 'plain' : 'chart';
}
