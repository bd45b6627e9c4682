import type { AppError } from '@shipmate/core';
import {
  type AnswerProposalRequest,
  type ChooseSolutionRequest,
  type ConfirmProposalRequest,
  type CreateProposalRequest,
  exportProposalResponseSchema,
  proposalListResponseSchema,
  proposalSchema,
  type ProposalView,
  startedRunResponseSchema,
} from '@shipmate/protocol/web/proposals';
import { runTraceSchema } from '@shipmate/protocol/web/runs';
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { isRunEnded } from './proposal-words.ts';

const listKey = ['proposals'] as const;
const keyOf = (id: string) => [...listKey, id] as const;
const pathOf = (id: string, step?: string) => ['/api/proposals', encodeURIComponent(id), step ?? []].flat().join('/');

const livelyMs = 1_500;
const calmMs = 10_000;

/** The caller's proposals, newest first. */
export function useProposals() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => requestJson('/api/proposals', { schema: proposalListResponseSchema, signal }),
    select: ({ proposals }) => proposals,
    refetchInterval: calmMs,
  });
}

/** One proposal; polls often while a run works on it. */
export function useProposal(id: string, isWorkedOn: boolean) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => requestJson(pathOf(id), { schema: proposalSchema, signal }),
    refetchInterval: ({ state }: Query<ProposalView, AppError>) =>
      isWorkedOn || state.data?.status === 'taken' ? livelyMs : false,
  });
}

/** The status and the error of the run that works on something; polls until it has ended. */
export function useWorkingRun(runId: string | undefined) {
  return useQuery({
    queryKey: ['runs', runId, 'of-proposal'],
    queryFn: ({ signal }) => requestJson(`/api/runs/${runId}`, { schema: runTraceSchema, signal }),
    select: ({ run: { status }, error }) => ({ status, error }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && isRunEnded(state.data.run.status) ? false : livelyMs),
  });
}

/** Creates a proposal; returns the run that works it out. */
export function useCreateProposal() {
  return useMutation({
    mutationFn: (body: CreateProposalRequest) =>
      requestJson('/api/proposals', { schema: startedRunResponseSchema, body }),
  });
}

/** The actions of one proposal. */
export function useProposalSteps(id: string) {
  const client = useQueryClient();
  const onSuccess = (proposal: ProposalView) => client.setQueryData(keyOf(id), proposal);
  const onError = () => client.invalidateQueries({ queryKey: keyOf(id) });
  const schema = proposalSchema;
  return {
    answer: useMutation({
      mutationFn: (body: AnswerProposalRequest) => requestJson(pathOf(id, 'answers'), { schema, body }),
      onSuccess,
    }),
    withdraw: useMutation({
      mutationFn: () => requestJson(pathOf(id, 'withdrawal'), { schema, body: {} }),
      onSuccess,
      onError,
    }),
    choose: useMutation({
      mutationFn: (body: ChooseSolutionRequest) =>
        requestJson(pathOf(id, 'choice'), { schema: startedRunResponseSchema, body }),
      onError,
    }),
    confirm: useMutation({
      mutationFn: (body: ConfirmProposalRequest) =>
        requestJson(pathOf(id, 'confirmation'), { schema: startedRunResponseSchema, body }),
      onError,
    }),
    makeChart: useMutation({
      mutationFn: () => requestJson(pathOf(id, 'workspace'), { schema: exportProposalResponseSchema, body: {} }),
    }),
  };
}

export type ProposalSteps = ReturnType<typeof useProposalSteps>;
