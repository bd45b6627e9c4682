import type { Principal } from '@shipmate/core';
import type { RuleDefinition } from './rule.ts';

/** Statuses of previews. Only a `pending` one can be decided. */
export const rulePreviewStatuses = ['pending', 'accepted', 'rejected'] as const;
export type RulePreviewStatus = (typeof rulePreviewStatuses)[number];

/** A proposed rule, or a proposed change of one, that a person accepts or rejects. */
export interface RulePreview {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The run that sent it; null outside of a run. */
  readonly runId: string | null;
  /** The rule to change; null for a new one. */
  readonly ruleId: string | null;
  /** The revision that the change is based on; null for a new rule. */
  readonly baseRevision: number | null;
  /** Description of the change by its author. */
  readonly description: string;
  readonly definition: RuleDefinition;
  readonly status: RulePreviewStatus;
  /** The rule that accepting it created or changed; null before. */
  readonly acceptedRuleId: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** A preview to be stored. */
export type NewRulePreview = Pick<
  RulePreview,
  'id' | 'runId' | 'ruleId' | 'baseRevision' | 'description' | 'definition'
>;

/** Store for previews of rules. **Contract.** A user reads their own; any other is `NOT_FOUND`. */
export interface RulePreviewStore {
  create(principal: Principal, preview: NewRulePreview): Promise<RulePreview>;
  get(principal: Principal, previewId: string): Promise<RulePreview>;
  /** Lists previews, newest first, at most 100. */
  list(
    principal: Principal,
    filter?: { readonly status?: RulePreviewStatus; readonly runId?: string },
  ): Promise<readonly RulePreview[]>;
  /** Decides a pending preview; of concurrent decisions one succeeds. `undefined` if it was decided before. */
  decide(
    principal: Principal,
    previewId: string,
    decision: { readonly status: 'accepted'; readonly ruleId: string } | { readonly status: 'rejected' },
  ): Promise<RulePreview | undefined>;
}
