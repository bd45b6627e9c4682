import type { JsonValue, ToolEffect } from '@shipmate/core';
import type { PlanAction } from '../plan/plan.ts';
import type { ProposalFlow, ProposalStatus } from '../proposal/proposal.ts';
import type { RemediationPlan } from '../remediation/remediation.ts';
import type { RunOrigin } from '../run/run.ts';
import type { ValueOrigin } from '../untrusted/value-origin.ts';
import type { RuleDefinition } from '../workflow/rule.ts';

/**
 * Kinds of inbox items. `approval`: a tool call; `remediation`: a plan of cluster changes; `plan`: a plan of file
 * changes; `proposal`: a recommendation or a platform operation; `rule_preview`: a new or changed rule;
 * `rule_approval`: an action of a rule's execution; `unknown_call`: a call whose outcome is unknown.
 */
export const inboxKinds = [
  'approval',
  'remediation',
  'plan',
  'proposal',
  'rule_preview',
  'rule_approval',
  'unknown_call',
] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** The content of an inbox item, by its kind. */
export type InboxSubject =
  | {
      readonly kind: 'approval';
      readonly tool: string;
      readonly input: JsonValue;
      readonly effect: ToolEffect;
      readonly preview: string | null;
      /** Values that come from untrusted text. */
      readonly origins: readonly ValueOrigin[];
    }
  | { readonly kind: 'remediation'; readonly issue: string; readonly plan: RemediationPlan }
  | { readonly kind: 'plan'; readonly summary: string; readonly actions: readonly InboxPlanAction[] }
  | InboxProposal
  | {
      readonly kind: 'rule_preview';
      readonly description: string;
      readonly isNew: boolean;
      readonly definition: RuleDefinition;
    }
  | InboxRuleApproval
  | { readonly kind: 'unknown_call'; readonly tool: string; readonly input: JsonValue; readonly effect: ToolEffect };

/** An action of a rule's execution that waits for approvers, of whom the person is one. */
interface InboxRuleApproval {
  readonly kind: 'rule_approval';
  readonly ruleName: string;
  readonly actionName: string;
  readonly actionType: string;
  /** The configuration with rendered templates. */
  readonly input: JsonValue;
  /** The row of the event that started the execution. */
  readonly entity: string;
  readonly entityKey: string;
  readonly row: Readonly<Record<string, JsonValue>>;
}

/** An action of a plan, as stored. */
type InboxPlanAction = Pick<PlanAction, 'action' | 'path' | 'newPath' | 'why' | 'isDone'>;

/** A proposal that waits for answers, a choice or a confirmation. */
interface InboxProposal {
  readonly kind: 'proposal';
  readonly flow: ProposalFlow;
  readonly intent: string;
  readonly status: ProposalStatus;
  /** Of a platform operation: its description and the exact command, null until its questions are answered. */
  readonly operation: string | null;
  readonly command: readonly string[] | null;
  /** Of a recommendation: the titles of its solutions, and the start of the chosen solution's manifests. */
  readonly solutions: readonly string[];
  readonly manifests: string | null;
  /** Of a recommendation: the context of the kubeconfig, null for the current one, and the namespace of the chosen solution. */
  readonly context: string | null;
  readonly namespace: string | null;
}

/** Where an item comes from. */
export interface InboxOrigin {
  /** Null for a proposal. */
  readonly runId: string | null;
  readonly runOrigin: RunOrigin | null;
  readonly conversationId: string | null;
  readonly conversationTitle: string | null;
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  /** The rule whose execution asks; null for other items. */
  readonly ruleId: string | null;
}

/** Something that waits for a decision or an answer of its owner. */
export interface InboxItem {
  /** Unique among the items of its kind. */
  readonly id: string;
  readonly subject: InboxSubject;
  readonly origin: InboxOrigin;
  /** Version of the content; a decision names the version that the person saw. */
  readonly version: string;
  readonly createdAt: Date;
  /** Null if it does not expire. */
  readonly expiresAt: Date | null;
}
