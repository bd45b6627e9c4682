import { auditListResponseSchema, type AuditEntryView } from '@shipmate/protocol/web/audit';
import {
  spendLimitsResponseSchema,
  spendResponseSchema,
  toolUsageResponseSchema,
  type SpendLimitsView,
} from '@shipmate/protocol/web/spend';
import { inboxWebhookResponseSchema, inboxWebhookSecretSchema } from '@shipmate/protocol/web/inbox-webhook';
import { storageResponseSchema } from '@shipmate/protocol/web/storage';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, postCommand, requestJson } from '../api/request.ts';
import { workspacesKey } from '../api/workspaces.ts';

/** The key of all data of the organization. */
export const organizationKey = ['organization'] as const;
const limitsKey = [...organizationKey, 'limits'] as const;
const limitsPath = '/api/organization/spend-limits';

/** The spend limits, and whether the person may change them. */
export function useSpendLimits() {
  return useQuery({
    queryKey: limitsKey,
    queryFn: ({ signal }) => requestJson(limitsPath, { schema: spendLimitsResponseSchema, signal }),
  });
}

/** Changes the spend limits. */
export function useChangeSpendLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SpendLimitsView) =>
      requestJson(limitsPath, { schema: spendLimitsResponseSchema, body, method: 'PUT' }),
    onSuccess: (changed) => {
      client.setQueryData(limitsKey, changed);
      return client.invalidateQueries({ queryKey: organizationKey });
    },
  });
}

/** The usage of the current periods and of a month, `YYYY-MM`; refetched every minute. */
export function useSpend(month: string) {
  return useQuery({
    queryKey: [...organizationKey, 'spend', month],
    queryFn: ({ signal }) =>
      requestJson(`/api/organization/spend?month=${month}`, { schema: spendResponseSchema, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** The tool calls of a month, `YYYY-MM`, by tool and model. */
export function useToolUsage(month: string) {
  return useQuery({
    queryKey: [...organizationKey, 'tool-usage', month],
    queryFn: ({ signal }) =>
      requestJson(`/api/organization/tool-usage?month=${month}`, { schema: toolUsageResponseSchema, signal }),
  });
}

/** The storage that the organization uses. */
export function useStorage() {
  return useQuery({
    queryKey: [...organizationKey, 'storage'],
    queryFn: ({ signal }) => requestJson('/api/organization/storage', { schema: storageResponseSchema, signal }),
  });
}

/** Deletes a workspace. */
export function useDeleteWorkspace(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/workspaces/${workspaceId}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: workspacesKey });
      await client.invalidateQueries({ queryKey: organizationKey });
    },
  });
}

/** The audit log of the organization, newest first, in pages. */
export function useAudit(kind: AuditEntryView['kind'] | undefined) {
  return useInfiniteQuery({
    queryKey: [...organizationKey, 'audit', kind],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        ...(kind !== undefined && { kind }),
        ...(pageParam !== null && { before: pageParam }),
      });
      return requestJson(`/api/audit?${query}`, { schema: auditListResponseSchema, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

const webhookPath = '/api/organization/inbox-webhook';
const webhookKey = [...organizationKey, 'inbox-webhook'] as const;

/** The webhook and its last deliveries; refetched while one is pending. */
export function useInboxWebhook() {
  return useQuery({
    queryKey: webhookKey,
    queryFn: ({ signal }) => requestJson(webhookPath, { schema: inboxWebhookResponseSchema, signal }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') === true ? 2_000 : 30_000,
  });
}

/** Sets the address; only this response contains the secret. */
export function useSaveInboxWebhook() {
  const onSettled = useRefetchWebhook();
  return useMutation({
    mutationFn: (url: string) =>
      requestJson(webhookPath, { schema: inboxWebhookSecretSchema, method: 'PUT', body: { url } }),
    onSettled,
    gcTime: 0,
  });
}

/** Removes the webhook. */
export function useRemoveInboxWebhook() {
  const onSettled = useRefetchWebhook();
  return useMutation({ mutationFn: () => deleteResource(webhookPath), onSettled });
}

/** Sends a test event, or a dead delivery again. */
export function useSendInboxEvent() {
  const onSettled = useRefetchWebhook();
  return useMutation({
    mutationFn: (deliveryId?: string) =>
      postCommand(deliveryId === undefined ? `${webhookPath}/test` : `${webhookPath}/deliveries/${deliveryId}/retry`),
    onSettled,
  });
}

function useRefetchWebhook() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhookKey });
}
