import { inboxWebhookResponseSchema, inboxWebhookSecretSchema } from '@shipmate/protocol/web/inbox-webhook';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, postCommand, requestJson } from '../api/request.ts';

const path = '/api/organization/inbox-webhook';
const webhookKey = ['organization', 'inbox-webhook'] as const;

/** The webhook and its last deliveries; refetched while one is pending. */
export function useInboxWebhook() {
  return useQuery({
    queryKey: webhookKey,
    queryFn: ({ signal }) => requestJson(path, { schema: inboxWebhookResponseSchema, signal }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') === true ? 2_000 : 30_000,
  });
}

/** Sets the address; only this response contains the secret. */
export function useSaveInboxWebhook() {
  const onSettled = useRefetchWebhook();
  return useMutation({
    mutationFn: (url: string) => requestJson(path, { schema: inboxWebhookSecretSchema, method: 'PUT', body: { url } }),
    onSettled,
    gcTime: 0,
  });
}

/** Removes the webhook. */
export function useRemoveInboxWebhook() {
  const onSettled = useRefetchWebhook();
  return useMutation({ mutationFn: () => deleteResource(path), onSettled });
}

/** Sends a test event, or a dead delivery again. */
export function useSendInboxEvent() {
  const onSettled = useRefetchWebhook();
  return useMutation({
    mutationFn: (deliveryId?: string) =>
      postCommand(deliveryId === undefined ? `${path}/test` : `${path}/deliveries/${deliveryId}/retry`),
    onSettled,
  });
}

function useRefetchWebhook() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhookKey });
}
