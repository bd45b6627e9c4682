import {
  begunExecutionSchema,
  type RetryExecutionRequest,
  ruleExecutionEventNames,
  ruleExecutionListResponseSchema,
  ruleExecutionSchema,
} from '@shipmate/protocol/web/rule-executions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { requestJson } from '../../api/request.ts';
import { rulesKey } from '../rule-queries.ts';

const executionsPath = (ruleId: string) => `/api/rules/${encodeURIComponent(ruleId)}/executions`;
const executionPath = (ruleId: string, executionId: string) =>
  `${executionsPath(ruleId)}/${encodeURIComponent(executionId)}`;

const intervalMs = { active: 2_000, ended: 10_000 } as const;

/** The executions of a rule, newest first; polls while the page is visible. */
export function useRuleExecutions(ruleId: string, limit: number) {
  return useQuery({
    queryKey: [...rulesKey, 'executions', ruleId, limit],
    queryFn: ({ signal }) =>
      requestJson(`${executionsPath(ruleId)}?limit=${limit}`, { schema: ruleExecutionListResponseSchema, signal }),
    select: ({ executions }) => executions,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const isActive = state.data?.executions.some(({ endedAt }) => endedAt === null) ?? false;
      return intervalMs[isActive ? 'active' : 'ended'];
    },
  });
}

/** One execution with its steps. Until it has ended, each event of its run refetches it. */
export function useRuleExecution(ruleId: string, executionId: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...rulesKey, 'execution', executionId],
    queryFn: ({ signal }) => requestJson(executionPath(ruleId, executionId), { schema: ruleExecutionSchema, signal }),
    // The stream may be interrupted, for example by a proxy.
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? intervalMs.ended : false),
  });
  const isActive = query.data?.endedAt === null;
  useEffect(() => {
    if (!isActive) return undefined;
    const source = new EventSource(`${executionPath(ruleId, executionId)}/events`);
    const refetch = () => void client.invalidateQueries({ queryKey: [...rulesKey, 'execution', executionId] });
    for (const name of ruleExecutionEventNames) source.addEventListener(name, refetch);
    source.addEventListener('end', () => source.close());
    return () => source.close();
  }, [client, ruleId, executionId, isActive]);
  return query;
}

/** Executes the rule again for the same event, from the start or from an action. */
export function useRetryExecution(ruleId: string, executionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetryExecutionRequest) =>
      requestJson(`${executionPath(ruleId, executionId)}/retry`, { schema: begunExecutionSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
}
