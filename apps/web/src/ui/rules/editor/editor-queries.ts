import { type RuleDefinition, toPayload } from '@shipmate/domain/workflow';
import {
  checkRuleResponseSchema,
  createPreviewResponseSchema,
  ruleEditorResponseSchema,
} from '@shipmate/protocol/web/rule-editor';
import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { requestJson } from '../../api/request.ts';
import { rulesKey } from '../rule-queries.ts';

/** The action types, members and roles for the editor of rules. */
export function useRuleVocabulary() {
  return useQuery({
    queryKey: [...rulesKey, 'editor'],
    queryFn: ({ signal }) => requestJson('/api/rules/editor', { schema: ruleEditorResponseSchema, signal }),
  });
}

/** How long the person pauses before a draft is checked, in milliseconds. */
const pauseMs = 400;

/** Checks a draft whenever the person pauses; keeps the earlier problems meanwhile. */
export function useDraftCheck(draft: RuleDefinitionView, ruleId: string | undefined) {
  const [checked, setChecked] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const query = useQuery({
    queryKey: [...rulesKey, 'check', ruleId, JSON.stringify(checked)],
    queryFn: ({ signal }) =>
      requestJson('/api/rules/check', {
        schema: checkRuleResponseSchema,
        body: { workflow: toWorkflow(checked), ...(ruleId !== undefined && { ruleId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { ...query, isCurrent: checked === draft && !query.isPlaceholderData && query.data !== undefined };
}

/** A draft to be saved as a preview. */
interface SavedDraft {
  readonly draft: RuleDefinitionView;
  readonly description: string;
}

/** Saves a draft as a preview for the person's decision. */
export function useCreatePreview(base: { readonly ruleId: string; readonly revision: number } | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, description }: SavedDraft) =>
      requestJson('/api/rules/previews', {
        schema: createPreviewResponseSchema,
        body: { workflow: toWorkflow(draft), description, ...(base && { base }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
}

/** The server checks the conditions, which a person may not have completed. */
function toWorkflow(draft: RuleDefinitionView) {
  return toPayload(draft as RuleDefinition);
}
