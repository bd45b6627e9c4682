import { agentPreviewSchema } from '@shipmate/protocol/agent-chat';
import {
  type RuleAlertListResponse,
  type RuleAlertView,
  ruleAlertListResponseSchema,
  ruleAlertSchema,
} from '@shipmate/protocol/web/rule-alerts';
import {
  type RuleListResponse,
  ruleListResponseSchema,
  rulePreviewListResponseSchema,
  rulePreviewSchema,
  type RuleQuestionRequest,
  ruleQuestionResponseSchema,
  ruleRevisionsResponseSchema,
  ruleSchema,
  type RuleView,
} from '@shipmate/protocol/web/rules';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inOffsetPages } from '../api/offset-pages.ts';
import { deleteResource, requestJson } from '../api/request.ts';
import { runsKey } from '../api/runs-query.ts';

/** Query key of all data about rules. */
export const rulesKey = ['rules'] as const;
const alertsKey = ['rule-alerts'] as const;
const pathOf = (id: string, step = '') => `/api/rules/${encodeURIComponent(id)}${step}`;

const rulesOfPage = 100;

/** The rules of the organization, by name, in pages. */
export function useRules() {
  return useInfiniteQuery({
    queryKey: [...rulesKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      requestJson(`/api/rules?offset=${pageParam}&limit=${rulesOfPage}`, { schema: ruleListResponseSchema, signal }),
    ...inOffsetPages<RuleListResponse>(({ rules }) => rules.length),
    select: ({ pages }) => ({ rules: pages.flatMap(({ rules }) => rules), total: pages.at(-1)?.total ?? 0 }),
  });
}

/** One rule in full. */
export function useRule(ruleId: string) {
  return useQuery({
    queryKey: [...rulesKey, 'one', ruleId],
    queryFn: ({ signal }) => requestJson(pathOf(ruleId), { schema: ruleSchema, signal }),
  });
}

/** The revisions of a rule, newest first. */
export function useRuleRevisions(ruleId: string) {
  return useQuery({
    queryKey: [...rulesKey, 'revisions', ruleId],
    queryFn: ({ signal }) => requestJson(pathOf(ruleId, '/revisions'), { schema: ruleRevisionsResponseSchema, signal }),
    select: ({ revisions }) => revisions,
  });
}

/** The previews that wait for the person's decision. */
export function useRulePreviews() {
  return useQuery({
    queryKey: [...rulesKey, 'previews'],
    queryFn: ({ signal }) => requestJson('/api/rules/previews', { schema: rulePreviewListResponseSchema, signal }),
    select: ({ previews }) => previews,
  });
}

/** One preview. */
export function useRulePreview(previewId: string) {
  return useQuery({
    queryKey: [...rulesKey, 'preview', previewId],
    queryFn: ({ signal }) =>
      requestJson(`/api/rules/previews/${encodeURIComponent(previewId)}`, { schema: rulePreviewSchema, signal }),
  });
}

/** Accepts or rejects a preview. */
export function useDecidePreview(previewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'accept' | 'reject') =>
      requestJson(`/v1/agent/previews/${encodeURIComponent(previewId)}/${decision}`, {
        schema: agentPreviewSchema,
        body: {},
      }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
}

/** Asks the agent of rules; the answer is written to a new conversation. */
export function useAskAboutRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RuleQuestionRequest) =>
      requestJson('/api/rules/conversations', { schema: ruleQuestionResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}

/** The actions on one rule. */
export function useRuleActions({ id, revision }: Pick<RuleView, 'id' | 'revision'>) {
  const client = useQueryClient();
  const schema = ruleSchema;
  const onSettled = () => client.invalidateQueries({ queryKey: rulesKey });
  return {
    setActive: useMutation({
      mutationFn: (isActive: boolean) =>
        requestJson(pathOf(id), { schema, method: 'PATCH', body: { isActive, baseRevision: revision } }),
      onSettled,
    }),
    duplicate: useMutation({
      mutationFn: () => requestJson(pathOf(id, '/duplicate'), { schema, body: {} }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: (earlier: number) =>
        requestJson(pathOf(id, `/revisions/${earlier}/restore`), { schema, body: { baseRevision: revision } }),
      onSettled,
    }),
    // The page of the rule is left then; its queries would find nothing.
    remove: useMutation({
      mutationFn: () => deleteResource(pathOf(id)),
      onSuccess: () => client.invalidateQueries({ queryKey: rulesKey, refetchType: 'none' }),
    }),
  };
}

/** Filter of a list of alerts; undefined for all. */
interface AlertFilter {
  readonly status: string | undefined;
  readonly severity: string | undefined;
}

const alertIntervalMs = 10_000;

/** The person's alerts, newest first, in pages; polls while the page is visible. */
export function useRuleAlerts({ status, severity }: AlertFilter) {
  const filter = { ...(status !== undefined && { status }), ...(severity !== undefined && { severity }) };
  return useInfiniteQuery({
    queryKey: [...alertsKey, status, severity],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filter, offset: String(pageParam) });
      return requestJson(`/api/alerts?${query}`, { schema: ruleAlertListResponseSchema, signal });
    },
    ...inOffsetPages<RuleAlertListResponse>(({ alerts }) => alerts.length),
    select: ({ pages }) => pages.flatMap(({ alerts }) => alerts),
    placeholderData: keepPreviousData,
    refetchInterval: alertIntervalMs,
  });
}

/** Acknowledges, dismisses or resolves an alert. */
export function useChangeAlert({ id }: Pick<RuleAlertView, 'id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: 'acknowledge' | 'dismiss' | 'resolve') =>
      requestJson(`/api/alerts/${encodeURIComponent(id)}/${change}`, { schema: ruleAlertSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: alertsKey }),
  });
}
