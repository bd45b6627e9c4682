export { healthOf, type Surroundings } from './health-of.ts';
export { beginRemediation, decideRemediation, type PlanVerdict, type SignApproval } from './manage-remediations.ts';
export { parseCommand } from './parse-command.ts';
export type {
  NewRemediation,
  RemediationChange,
  RemediationClaim,
  RemediationStore,
} from './remediation-store.ts';
export {
  type ActionProgress,
  type HealthCheck,
  isRemediationEnded,
  type ObjectHealth,
  type PlannedChange,
  type Remediation,
  type RemediationAnalysis,
  type RemediationApproval,
  type RemediationMode,
  remediationModes,
  type RemediationOrigin,
  remediationOrigins,
  type RemediationPlan,
  type RemediationRequest,
  type RemediationSpent,
  type RemediationStatus,
  remediationStatuses,
  workedOnStatuses,
} from './remediation.ts';
export { toStopped } from './to-stopped.ts';
export { type ChangeInPlace, highestOf, isAbove, type Risk, type RiskLevel, riskLevels, riskOf } from './risk-of.ts';
