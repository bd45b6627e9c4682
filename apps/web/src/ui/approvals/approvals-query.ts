import {
  approvalListResponseSchema,
  approvalSchema,
  toolGrantListResponseSchema,
  type ApprovalDecisionRequest,
  type ApprovalView,
} from '@shipmate/protocol/web/approvals';
import type { UnknownCallDecisionRequest } from '@shipmate/protocol/web/unknown-call';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, fetchOk, requestJson } from '../api/request.ts';
import { inboxKey } from '../api/inbox-query.ts';
import { runsKey } from '../api/runs-query.ts';

/** Query key of the caller's approvals, pending and decided. */
const approvalsKey = ['approvals'] as const;
/** Query key of the grants: tools that may run without approval. */
const grantsKey = ['grants'] as const;

/** One approval, if an id is given; polls while it is pending, as it may be decided elsewhere. */
export function useApproval(approvalId: string | undefined) {
  return useQuery(approvalQuery(approvalId));
}

/** The oldest pending approvals of the caller, and the number of all; polls while the page is open. */
export function usePendingApprovals({ limit }: { readonly limit: number }) {
  return useQuery({
    queryKey: [...approvalsKey, 'pending', limit],
    queryFn: ({ signal }) =>
      requestJson(`/api/approvals?limit=${limit}`, { schema: approvalListResponseSchema, signal }),
    refetchInterval: 5_000,
  });
}

/** The ids of the given approvals that are no longer pending. */
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

/** Decides a call; fails with `CONFLICT` when it is no longer pending, and the card then shows its current state. */
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
      void client.invalidateQueries({ queryKey: inboxKey });
    },
  });
}

/** A call with an unknown outcome. */
interface UnknownCall {
  readonly conversationId: string;
  readonly toolCallId: string;
}

/**
 * Records the outcome of a call whose outcome was unknown; fails with `CONFLICT` when it has been recorded meanwhile.
 */
export function useSettleCall({ conversationId, toolCallId }: UnknownCall) {
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

/** The tools that may run in a workspace without the caller's approval. */
export function useGrants(workspaceId: string) {
  return useQuery({
    queryKey: [...grantsKey, workspaceId],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/grants`, { schema: toolGrantListResponseSchema, signal }),
    select: ({ grants }) => grants,
  });
}

/** Revokes a grant, so that the tool requires approval again. */
export function useRevokeGrant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (grantId: string) => deleteResource(`/api/grants/${grantId}`),
    onSettled: () => client.invalidateQueries({ queryKey: grantsKey }),
  });
}
