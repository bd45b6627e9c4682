import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { toRuleConflict } from '../workflow/rule-conflict.ts';
import type { RulePreview } from '../workflow/rule-preview.ts';
import type { Rule } from '../workflow/rule.ts';

/** A preview after its acceptance, and the rule that it created or changed. */
export interface AcceptedPreview {
  readonly preview: RulePreview;
  readonly rule: Rule;
}

/**
 * Accepts a preview: creates the rule, or stores its next revision. Call it in a transaction, for a person only.
 *
 * @throws AppError `CONFLICT` when the preview was decided before, when the rule's name is taken, or when the rule has changed since;
 * then `details.difference` is the change since the preview's base, by names.
 */
export async function acceptPreview(stores: Stores, principal: Principal, previewId: string): Promise<AcceptedPreview> {
  const pending = await requirePending(stores, principal, previewId);
  const rule = await storeRule(stores, principal, pending);
  const preview = await stores.rulePreviews.decide(principal, previewId, { status: 'accepted', ruleId: rule.id });
  if (!preview) throw decidedBefore(previewId);
  const details = { name: rule.name, revision: rule.revision, previewId };
  const kind = pending.ruleId === null ? 'rule_created' : 'rule_changed';
  await stores.audit.append(principal, { kind, subjectId: rule.id, details });
  return { preview, rule };
}

/** Rejects a preview. Call it in a transaction. @throws AppError `CONFLICT` when it was decided before */
export async function rejectPreview(stores: Stores, principal: Principal, previewId: string): Promise<RulePreview> {
  await requirePending(stores, principal, previewId);
  const preview = await stores.rulePreviews.decide(principal, previewId, { status: 'rejected' });
  if (!preview) throw decidedBefore(previewId);
  return preview;
}

async function requirePending({ rulePreviews }: Stores, principal: Principal, previewId: string): Promise<RulePreview> {
  const preview = await rulePreviews.get(principal, previewId);
  if (preview.status !== 'pending') throw decidedBefore(previewId, preview.status);
  return preview;
}

async function storeRule({ rules }: Stores, principal: Principal, preview: RulePreview): Promise<Rule> {
  const { ruleId, baseRevision, definition } = preview;
  if (ruleId === null || baseRevision === null) return rules.create(principal, { id: newId(), definition });
  const updated = await rules.update(principal, ruleId, { definition, baseRevision });
  if (updated) return updated;
  throw await toRuleConflict(rules, principal, {
    ruleId,
    baseRevision,
    subject: 'the preview',
    next: 'Ask for a new preview.',
  });
}

function decidedBefore(previewId: string, status?: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `The preview "${previewId}" was ${status ?? 'decided'} before.`,
    ...(status !== undefined && { details: { status } }),
  });
}
