import { planListResponseSchema, planSchema } from '@shipmate/protocol/web/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { workspaceKey } from './workspace.ts';

/** Nested below the workspace's key: invalidating the workspace invalidates its plans. */
const plansKey = (workspaceId: string) => [...workspaceKey(workspaceId), 'plans'] as const;

/** The caller's plans of a workspace, newest first. */
export function usePlans(workspaceId: string) {
  return useQuery({
    queryKey: plansKey(workspaceId),
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/plans`, { schema: planListResponseSchema, signal }),
    select: ({ plans }) => plans,
  });
}

/** Ignores a plan. */
export function useIgnorePlan(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (planId: string) =>
      requestJson(`/api/workspaces/${workspaceId}/plans/${planId}/ignore`, { schema: planSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: plansKey(workspaceId) }),
  });
}
