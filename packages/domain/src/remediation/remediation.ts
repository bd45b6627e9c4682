import type { Usage } from '@shipmate/core';
import type { ChangeTarget, ClusterChange } from '../cluster/change/cluster-change.ts';
import type { ManagedBy } from '../cluster/object/managed-by.ts';
import type { EvidenceCall } from '../evidence/evidence-call.ts';
import type { ValueOrigin } from '../untrusted/value-origin.ts';
import type { Risk, RiskLevel } from './risk/risk-level.ts';
import type { DesiredAspect } from './watch/desired-state.ts';
import type { RemediationWatch } from './watch/remediation-watch.ts';

/**
 * Status of a remediation. The first four are not final; `awaiting_approval` waits for a person, a worker
 * processes the other three.
 *
 * The others are final. `resolved`: the plan was executed, the rules no longer find the issue, the desired
 * state is unchanged, no container restarted for as long as the fault needs to show, and no healthy object
 * has degraded. `not_resolved`: the plan was executed and one of these conditions does not hold.
 * `unverified`: the plan was executed, and nothing that can be checked was faulty before, or the cluster
 * could not be read. `failed`: an action or the investigation failed. `refused`: a person declined the plan,
 * or it no longer matched the approved one. `proposed`: the change belongs in a repository, where another
 * person makes it. `nothing_to_do`: nothing is wrong, or nothing can be changed. `stopped`: a person stopped
 * it; completed actions stay in effect.
 */
export const remediationStatuses = [
  'investigating',
  'awaiting_approval',
  'executing',
  'validating',
  'resolved',
  'not_resolved',
  'unverified',
  'failed',
  'refused',
  'expired',
  'proposed',
  'nothing_to_do',
  'stopped',
] as const;
export type RemediationStatus = (typeof remediationStatuses)[number];

/** Statuses in which a worker has to continue the remediation. */
export const workedOnStatuses: readonly RemediationStatus[] = ['investigating', 'executing', 'validating'];

/** Approval mode: `manual` waits for a person, `automatic` executes plans up to `maxRisk` without one. */
export const remediationModes = ['manual', 'automatic'] as const;
export type RemediationMode = (typeof remediationModes)[number];

/** A request to remediate an issue. */
export interface RemediationRequest {
  readonly issue: string;
  readonly mode: RemediationMode;
  /** In automatic mode: the highest computed risk that is executed without approval. */
  readonly maxRisk: RiskLevel;
  /** Context of the kubeconfig; null for the current one. */
  readonly context: string | null;
  /** `provider:model`; null for the default model. */
  readonly model: string | null;
}

/** The result of an investigation. */
export interface RemediationAnalysis {
  readonly issueStatus: 'active' | 'resolved' | 'non_existent';
  readonly rootCause: string;
  /** Confidence that the model states, from 0 to 1. No decision depends on it. */
  readonly confidence: number;
  readonly factors: readonly string[];
  /** Ids of the tool calls that support the analysis; each of them was made. */
  readonly evidence: readonly string[];
  readonly summary: string;
  /** The verification of the fix, in the model's words. */
  readonly validation: string;
}

/** One change of a plan, with its assessment before execution. */
export interface PlannedChange {
  /** `a1`, `a2` … */
  readonly id: string;
  readonly description: string;
  readonly rationale: string;
  /** Risk that the model states. No decision depends on it. */
  readonly claimedRisk: RiskLevel;
  readonly change: ClusterChange;
  /** For example `Deployment shop/web`. */
  readonly object: string;
  /** The computed risk. */
  readonly risk: Risk;
  /** The difference that our dry run reports. */
  readonly difference: string;
  /** Digest of the object before the change, without its status; null if the change creates the object. */
  readonly state: string | null;
  /**
   * The reason why automatic mode must not execute it; null if it may. Absent if the plan was not made for
   * automatic mode.
   */
  readonly automaticObjection?: string | null;
  /** The manager that applies the object from a repository. */
  readonly managedBy: ManagedBy | null;
  /**
   * Aspects of the desired state that the action changes on purpose; a person approves them with the action.
   * Default none.
   */
  readonly purpose?: readonly DesiredAspect[] | undefined;
  /** Values of the change that come from untrusted text. Default none. */
  readonly origins?: readonly ValueOrigin[] | undefined;
}

/** Health of an object according to the rules. */
export interface ObjectHealth {
  readonly isHealthy: boolean;
  /** For example `1 of 3 replicas are available`. */
  readonly state: string;
}

/** An object whose health is checked before and after the change. */
export interface HealthCheck {
  readonly target: ChangeTarget;
  /** For example `Deployment shop/web`. */
  readonly object: string;
  readonly before: ObjectHealth;
  /** Null until the second check. */
  readonly after: ObjectHealth | null;
}

/** The planned actions. A plan is immutable. */
export interface RemediationPlan {
  /** Context of the kubeconfig that the plan is for. */
  readonly context: string;
  readonly actions: readonly PlannedChange[];
  /** The highest risk of its actions. */
  readonly risk: RiskLevel;
  /** Hash of all fields above. An approval is valid for this hash only. */
  readonly hash: string;
}

/** Progress of an action. `running` after a crash means that its outcome is unknown. */
export interface ActionProgress {
  readonly id: string;
  readonly status: 'planned' | 'running' | 'done' | 'failed' | 'not_run';
  readonly error: string | null;
}

/** The approval of a plan. */
export interface RemediationApproval {
  readonly decidedBy: 'user' | 'policy';
  readonly decidedByUserId: string;
  readonly planHash: string;
  /** Ids of the approved actions. */
  readonly actions: readonly string[];
  /** Signature that binds the approval to the remediation. */
  readonly signature: string;
}

/** Token usage and cost of an investigation's model. */
export interface RemediationSpent {
  /** `provider:model`. */
  readonly model: string;
  readonly usage: Usage;
  /** In US dollars; null if the price of a part is unknown. */
  readonly costUsd: number | null;
}

/** Origins of a remediation. */
export const remediationOrigins = ['request', 'alert'] as const;
export type RemediationOrigin = (typeof remediationOrigins)[number];

/** The work on one issue of a cluster, from the request to the outcome. It is executed as the run with its id. */
export interface Remediation extends RemediationRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly origin: RemediationOrigin;
  readonly status: RemediationStatus;
  /** The reason for the status, a sentence for a person; null if there is none. */
  readonly reason: string | null;
  readonly calls: readonly EvidenceCall[];
  readonly analysis: RemediationAnalysis | null;
  readonly plan: RemediationPlan | null;
  readonly approval: RemediationApproval | null;
  readonly progress: readonly ActionProgress[];
  readonly checks: readonly HealthCheck[];
  /** Null until there is a plan. */
  readonly watch: RemediationWatch | null;
  /** Null until the model has answered. */
  readonly spent: RemediationSpent | null;
  /** True while its run waits for an executor. */
  readonly isQueued: boolean;
  /** Time at which a person requested the stop of its run; null without a request. */
  readonly stopRequestedAt: Date | null;
  readonly createdAt: Date;
  /** Time at which the pending plan expires. */
  readonly expiresAt: Date | null;
  readonly endedAt: Date | null;
}

/** Returns true for a final status. */
export function isRemediationEnded(status: RemediationStatus): boolean {
  return status !== 'awaiting_approval' && !workedOnStatuses.includes(status);
}
