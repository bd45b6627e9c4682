import {
  approvalListResponseSchema,
  approvalSchema,
  toolGrantListResponseSchema,
  type ApprovalDecisionRequest,
  type ApprovalView,
  type UnknownCallDecisionRequest,
} from '@shipmate/protocol';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, fetchOk, requestJson } from '../api/request.ts';
import { runsKey } from '../runs/runs-query.ts';

/** What waits for the caller, and what was decided. */
export const approvalsKey = ['approvals'] as const;
/** What tools may do without asking. */
export const grantsKey = ['grants'] as const;

/** One approval, if there is one; it looks again while somebody elsewhere may decide it. */
export function useApproval(approvalId: string | undefined) {
  return useQuery(approvalQuery(approvalId));
}

/** The approvals that wait for the caller, oldest first; refreshed while the page is open. */
export function usePendingApprovals() {
  return useQuery({
    queryKey: [...approvalsKey, 'pending'],
    queryFn: ({ signal }) => requestJson('/api/approvals', { schema: approvalListResponseSchema, signal }),
    select: ({ approvals }) => approvals,
    refetchInterval: 5_000,
  });
}

/** Those of some approvals that nobody has to decide on any more. */
export function useDecidedApprovals(approvalIds: readonly string[]): ReadonlySet<string> {
  const approvals = useQueries({ queries: approvalIds.map(approvalQuery) });
  return new Set(approvals.flatMap(({ data }) => (data && data.status !== 'pending' ? [data.id] : [])));
}

function approvalQuery(approvalId: string | undefined) {
  return queryOptions({
    queryKey: [...approvalsKey, approvalId],
    enabled: approvalId !== undefined,
    queryFn: ({ signal }) => requestJson(`/api/approvals/${approvalId}`, { schema: approvalSchema, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  });
}

/** Decides about a call; `CONFLICT` when it can be decided no more, whereupon the card shows how it stands. */
export function useDecideApproval(approvalId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApprovalDecisionRequest) =>
      requestJson(`/api/approvals/${approvalId}/decision`, { schema: approvalSchema, body }),
    onSuccess: (approval: ApprovalView) => client.setQueryData([...approvalsKey, approvalId], approval),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: approvalsKey });
      void client.invalidateQueries({ queryKey: runsKey });
      void client.invalidateQueries({ queryKey: grantsKey });
    },
  });
}

/** A call of which nobody knows whether it took effect. */
export interface CallInDoubt {
  readonly conversationId: string;
  readonly toolCallId: string;
}

/** Says what became, or is to become, of a call in doubt; `CONFLICT` when that is known by now. */
export function useSettleCall({ conversationId, toolCallId }: CallInDoubt) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: UnknownCallDecisionRequest) => {
      const path = `/api/chat/${conversationId}/tool-calls/${encodeURIComponent(toolCallId)}/decision`;
      await fetchOk(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}

/** What tools may do in a workspace without asking the caller. */
export function useGrants(workspaceId: string) {
  return useQuery({
    queryKey: [...grantsKey, workspaceId],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/grants`, { schema: toolGrantListResponseSchema, signal }),
    select: ({ grants }) => grants,
  });
}

/** Has a tool ask again. */
export function useRevokeGrant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (grantId: string) => deleteResource(`/api/grants/${grantId}`),
    onSettled: () => client.invalidateQueries({ queryKey: grantsKey }),
  });
}
