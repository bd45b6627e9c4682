import { sessionResponseSchema } from '@shipmate/protocol/web/session';
import { useMutation, useQuery } from '@tanstack/react-query';
import { postCommand, requestJson } from './request.ts';

export const sessionKey = ['session'] as const;

/** The signed-in person; fails with `UNAUTHORIZED` without a session. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => requestJson('/api/session', { schema: sessionResponseSchema, signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Makes the server print a new sign-in link in its terminal. */
export function useSignInLink() {
  return useMutation({ mutationFn: () => postCommand('/api/session/link') });
}
