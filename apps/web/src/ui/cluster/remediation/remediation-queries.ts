import type { AppError } from '@shipmate/core';
import {
  remediationListResponseSchema,
  remediationSchema,
  type RemediationDecisionRequest,
  type RemediationRequest,
  type RemediationView,
} from '@shipmate/protocol/web/remediations';
import { useMutation, useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { requestJson } from '../../api/request.ts';
import { isUnderWay } from './remediation-words.ts';

const listKey = ['remediations'] as const;
const keyOf = (id: string) => [...listKey, id] as const;
const pathOf = (id: string) => `/api/remediations/${encodeURIComponent(id)}`;

const livelyMs = 1_500;
const calmMs = 10_000;

/** The caller's remediations, newest first; polls while one of them is in progress. */
export function useRemediations() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => requestJson('/api/remediations', { schema: remediationListResponseSchema, signal }),
    select: ({ remediations }) => remediations,
    refetchInterval: ({ state }) => (state.data?.remediations.some(isUnderWay) ? livelyMs : calmMs),
  });
}

/** One remediation; polls until it has ended. */
export function useRemediation(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => requestJson(pathOf(id), { schema: remediationSchema, signal }),
    refetchInterval: ({ state }: Query<RemediationView, AppError>) =>
      state.data && isUnderWay(state.data) ? livelyMs : false,
  });
}

/** Starts a remediation: investigates an issue and plans a fix. */
export function useBeginRemediation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RemediationRequest) => requestJson('/api/remediations', { schema: remediationSchema, body }),
    onSuccess: (begun) => {
      client.setQueryData(keyOf(begun.id), begun);
      return client.invalidateQueries({ queryKey: listKey, exact: true });
    },
  });
}

/** Stops a remediation; a change in progress is completed first. */
export function useStopRemediation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestJson(`${pathOf(id)}/stop`, { schema: remediationSchema, body: {} }),
    onSuccess: (stopped) => client.setQueryData(keyOf(id), stopped),
  });
}

/** Decides a plan; fails with `CONFLICT` when the plan has changed or is no longer pending. */
export function useDecideRemediation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RemediationDecisionRequest) =>
      requestJson(`${pathOf(id)}/decision`, { schema: remediationSchema, body }),
    onSuccess: (decided) => client.setQueryData(keyOf(id), decided),
    onError: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
