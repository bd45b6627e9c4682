import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { acceptPreview } from '@shipmate/domain/use-cases';
import type { RulePreview } from '@shipmate/domain/workflow';
import type { CheckRule } from './create-rule-check.ts';

/** Resources for {@link acceptRulePreview}. */
export interface AcceptRulePreviewResources {
  readonly unitOfWork: UnitOfWork;
  readonly checkRule: CheckRule;
}

/**
 * Accepts a preview for a person, after another check: other rules, members or entities may have changed since the preview.
 *
 * @throws AppError `VALIDATION_ERROR` that lists every error; `CONFLICT` as `acceptPreview`
 */
export async function acceptRulePreview(
  { unitOfWork, checkRule }: AcceptRulePreviewResources,
  principal: Principal,
  { previewId, signal }: { readonly previewId: string; readonly signal: AbortSignal },
): Promise<RulePreview> {
  const { rules, rulePreviews } = unitOfWork.stores;
  const { status, ruleId, baseRevision, definition } = await rulePreviews.get(principal, previewId);
  const base = ruleId === null ? undefined : await rules.get(principal, ruleId);
  const hasMoved = base !== undefined && base.revision !== baseRevision;
  if (status === 'pending' && !hasMoved) await checkRule(definition, { ruleId: base?.id, principal, signal });
  const { preview } = await unitOfWork.transaction((stores) => acceptPreview(stores, principal, previewId));
  return preview;
}
