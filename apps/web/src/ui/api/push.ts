import { pushResponseSchema, type PushRequest } from '@shipmate/protocol/web/push';
import { useMutation } from '@tanstack/react-query';
import { requestJson } from './request.ts';

/** Pushes a revision as a branch. */
export function usePush(workspaceId: string) {
  return useMutation({
    mutationFn: (body: PushRequest) =>
      requestJson(`/api/workspaces/${workspaceId}/push`, { schema: pushResponseSchema, body }),
  });
}
