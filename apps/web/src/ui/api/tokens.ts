import {
  apiTokenListResponseSchema,
  createApiTokenResponseSchema,
  type CreateApiTokenRequest,
} from '@shipmate/protocol/web/tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from './request.ts';

const tokensKey = ['tokens'] as const;

/** The caller's API tokens, newest first. */
export function useTokens() {
  return useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => requestJson('/api/tokens', { schema: apiTokenListResponseSchema, signal }),
    select: ({ tokens }) => tokens,
  });
}

/** The scopes that the caller may grant to a token. */
export function useGrantableScopes() {
  return useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => requestJson('/api/tokens', { schema: apiTokenListResponseSchema, signal }),
    select: ({ scopes }) => scopes,
  });
}

/** Creates a token; only this response contains its secret. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateApiTokenRequest) =>
      requestJson('/api/tokens', { schema: createApiTokenResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
    gcTime: 0,
  });
}

/** Revokes a token; later requests with it are refused. */
export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) => deleteResource(`/api/tokens/${tokenId}`),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}
