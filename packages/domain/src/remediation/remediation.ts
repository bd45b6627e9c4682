import type { Usage } from '@shipmate/core';
import type { ChangeTarget, ClusterChange } from '../cluster/change/cluster-change.ts';
import type { ManagedBy } from '../cluster/object/managed-by.ts';
import type { EvidenceCall } from '../evidence/evidence-call.ts';
import type { ValueOrigin } from '../untrusted/value-origin.ts';
import type { Risk, RiskLevel } from './risk/risk-level.ts';
import type { DesiredAspect } from './watch/desired-state.ts';
import type { RemediationWatch } from './watch/remediation-watch.ts';

/**
 * Where a remediation stands. The first four are on the way; `awaiting_approval` waits for a person, the other three are worked on.
 *
 * The others are final. `resolved`: it was carried out, the rules no longer find the issue, desired state is what it was, no container
 * restarted for as long as the fault needs to show, and nothing that was healthy is worse. `not_resolved`: it was carried out and one of
 * that is not so. `unverified`: it was carried out, and nothing that can be checked was faulty before, or the cluster could not be read. `failed`: an action failed, or the
 * investigation did. `refused`: a person declined it, or it was no longer what had been approved. `proposed`: the change belongs into a
 * repository, where somebody else makes it. `nothing_to_do`: nothing is wrong, or nothing can be changed. `stopped`: somebody stopped
 * it; what was done before stays.
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

/** Those in which somebody has to go on with it. */
export const workedOnStatuses: readonly RemediationStatus[] = ['investigating', 'executing', 'validating'];

/** Whether a plan waits for a person, or is carried out as far as `maxRisk` allows. */
export const remediationModes = ['manual', 'automatic'] as const;
export type RemediationMode = (typeof remediationModes)[number];

/** What somebody wants mended. */
export interface RemediationRequest {
  readonly issue: string;
  readonly mode: RemediationMode;
  /** In automatic mode: the highest risk, as we compute it, that is taken without asking. */
  readonly maxRisk: RiskLevel;
  /** The context of the kubeconfig; null for the current one. */
  readonly context: string | null;
  /** `provider:model`; null for the default model. */
  readonly model: string | null;
}

/** What an investigation found. */
export interface RemediationAnalysis {
  readonly issueStatus: 'active' | 'resolved' | 'non_existent';
  readonly rootCause: string;
  /** As the model puts it, from 0 to 1. Nothing is decided by it. */
  readonly confidence: number;
  readonly factors: readonly string[];
  /** Ids of the calls on which it rests; each of them was made. */
  readonly evidence: readonly string[];
  readonly summary: string;
  /** How one would see that it is mended, in the model's words. */
  readonly validation: string;
}

/** One change of a plan, and what is known of it before it is made. */
export interface PlannedChange {
  /** `a1`, `a2` … */
  readonly id: string;
  readonly description: string;
  readonly rationale: string;
  /** What the model says; nothing is decided by it. */
  readonly claimedRisk: RiskLevel;
  readonly change: ClusterChange;
  /** Such as `Deployment shop/web`. */
  readonly object: string;
  /** As we compute it. */
  readonly risk: Risk;
  /** What a dry run of ours says that it does. */
  readonly difference: string;
  /** A digest of what the object was, its status left out; null where the change creates it. */
  readonly state: string | null;
  /** Why automatic mode must not execute it; null if it may. Absent if it was not planned for automatic mode. */
  readonly automaticObjection?: string | null;
  /** Who makes the object from a repository. */
  readonly managedBy: ManagedBy | null;
  /** The parts of the desired state that it changes on purpose, which a person approves with it. Default none. */
  readonly purpose?: readonly DesiredAspect[] | undefined;
  /** Values of the change that come from untrusted text. Default none. */
  readonly origins?: readonly ValueOrigin[] | undefined;
}

/** How an object was, as rules say. */
export interface ObjectHealth {
  readonly isHealthy: boolean;
  /** Such as `1 of 3 replicas are available`. */
  readonly state: string;
}

/** An object that is looked at before and after. */
export interface HealthCheck {
  readonly target: ChangeTarget;
  /** Such as `Deployment shop/web`. */
  readonly object: string;
  readonly before: ObjectHealth;
  /** Null until it was looked at again. */
  readonly after: ObjectHealth | null;
}

/** What is to be done. It does not change any more. */
export interface RemediationPlan {
  /** The context of the kubeconfig that it is for. */
  readonly context: string;
  readonly actions: readonly PlannedChange[];
  /** The highest of its actions. */
  readonly risk: RiskLevel;
  /** Of everything above. An approval is good for this hash alone. */
  readonly hash: string;
}

/** How far an action came. `running` says that nobody knows whether it took effect. */
export interface ActionProgress {
  readonly id: string;
  readonly status: 'planned' | 'running' | 'done' | 'failed' | 'not_run';
  readonly error: string | null;
}

/** Who let a plan be carried out. */
export interface RemediationApproval {
  readonly decidedBy: 'user' | 'policy';
  readonly decidedByUserId: string;
  readonly planHash: string;
  /** The ids of the actions that may be carried out. */
  readonly actions: readonly string[];
  /** Binds all of this to the remediation. */
  readonly signature: string;
}

/** What the model of an investigation was given and gave, and what that costs. */
export interface RemediationSpent {
  /** `provider:model`. */
  readonly model: string;
  readonly usage: Usage;
  /** In US dollars; null when the price of some of it is not known. */
  readonly costUsd: number | null;
}

/** What began a remediation. */
export const remediationOrigins = ['request', 'alert'] as const;
export type RemediationOrigin = (typeof remediationOrigins)[number];

/** The work on one issue of a cluster, from the question to the outcome. */
export interface Remediation extends RemediationRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly origin: RemediationOrigin;
  readonly status: RemediationStatus;
  /** Why it stands there, in words for a person; null while there is nothing to say. */
  readonly reason: string | null;
  readonly calls: readonly EvidenceCall[];
  readonly analysis: RemediationAnalysis | null;
  readonly plan: RemediationPlan | null;
  readonly approval: RemediationApproval | null;
  readonly progress: readonly ActionProgress[];
  readonly checks: readonly HealthCheck[];
  /** Null until there is a plan. */
  readonly watch: RemediationWatch | null;
  /** Null until its model has answered. */
  readonly spent: RemediationSpent | null;
  /** When somebody wanted it stopped; null while nobody does. */
  readonly stopRequestedAt: Date | null;
  readonly createdAt: Date;
  /** Until when the plan can be approved. */
  readonly expiresAt: Date | null;
  readonly endedAt: Date | null;
}

/** Whether it can change no more. */
export function isRemediationEnded(status: RemediationStatus): boolean {
  return status !== 'awaiting_approval' && !workedOnStatuses.includes(status);
}
