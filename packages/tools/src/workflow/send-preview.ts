import type { ClientEvent, JsonValue, ToolContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { type Rule, type RuleDefinition, toPayload } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { checkPayload } from './check-payload.ts';
import { requireValid } from './rule-check-result.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

/** The result of a preview. The payload is for the client; the model reads status and message. */
export const previewSchema = z.object({
  status: z.literal('preview_sent'),
  message: z.string(),
  preview_id: z.string(),
  description: z.string(),
  workflow: z.record(z.string(), z.unknown()),
  is_update: z.boolean(),
  workflow_id: z.string().optional(),
  warnings: z.array(z.string()),
});
type Preview = z.output<typeof previewSchema>;

/** Checks a payload and stores a preview of it. @throws AppError `VALIDATION_ERROR` that lists every error */
export async function sendPreview(
  {
    payload,
    base,
    description,
  }: { readonly payload: unknown; readonly base: Rule | undefined; readonly description: string },
  context: ToolContext<WorkflowToolPorts>,
): Promise<Preview> {
  const { principal, runId } = context;
  const { workflowRules: rules } = context.ports;
  const checked = await checkPayload({ payload, base }, context);
  const definition = requireValid(checked);
  const preview = {
    id: newId(),
    runId: runId ?? null,
    ruleId: base?.id ?? null,
    baseRevision: base?.revision ?? null,
    description,
    definition,
  };
  const failed = base ? await runSavedTests(definition, base, context) : [];
  const stored = await rules.change(({ previews }) => previews.create(principal, preview));
  return {
    status: 'preview_sent',
    message: 'Preview sent to user for approval. Stop here: the approval saves the rule.',
    preview_id: preview.id,
    description,
    workflow: toPayload(stored.definition),
    is_update: base !== undefined,
    ...(base && { workflow_id: base.id }),
    warnings: [...checked.warnings.map(({ message, hint }) => `${message} ${hint}`.trim()), ...failed],
  };
}

/** Runs the saved tests of a rule against its proposed content; returns a warning for each that fails. */
async function runSavedTests(
  definition: RuleDefinition,
  base: Rule,
  context: ToolContext<WorkflowToolPorts>,
): Promise<readonly string[]> {
  const { ports, principal } = context;
  const tests = await ports.workflowRules.listTests(principal, base.id);
  if (tests.length === 0) return [];
  const subject = { definition, ownerUserId: principal.userId };
  const results = await ports.compute.run('runRuleTests', [subject, tests], context);
  return results
    .filter(({ isPassed }) => !isPassed)
    .map(({ name, differences }) => `The saved test "${name}" fails: ${differences.slice(0, 3).join(' ')}`);
}

/** The view of the model: that the preview was sent, and the warnings. */
export function previewToModel({ status, message, preview_id: previewId, warnings }: Preview): string {
  return JSON.stringify({ status, message, preview_id: previewId, ...(warnings.length > 0 && { warnings }) });
}

/** The event for the client, without what only the model reads. */
export function previewEvents({
  status: _status,
  message: _message,
  warnings: _warnings,
  ...data
}: Preview): readonly ClientEvent[] {
  return [{ type: 'workflow_preview', data: data as JsonValue }];
}
