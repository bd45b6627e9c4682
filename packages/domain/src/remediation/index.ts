export { healthOf, type Surroundings } from './health-of.ts';
export { parseCommand } from './parse-command.ts';
export type {
  NewRemediation,
  RemediationChange,
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
export { toRunEnd } from './to-run-end.ts';
export { toStopped } from './to-stopped.ts';
export { assessChange, type ChangeAssessment, type ChangeInPlace, riskOf } from './risk/assess-change.ts';
export { type AutomaticChange, automaticChanges, automaticKinds } from './risk/automatic-changes.ts';
export { type AutomaticCandidate, findAutomaticObjection, findPolicyObjection } from './risk/automatic-objection.ts';
export { isMissing } from './risk/is-missing.ts';
export { highestOf, isAbove, type Risk, type RiskLevel, riskLevels } from './risk/risk-level.ts';
export { desiredAspects, type DesiredAspect, type DesiredState } from './watch/desired-state.ts';
export { noFaults } from './watch/fault-history.ts';
export { type DeclaredPurposes, declaredPurposes, findUnhealthy } from './watch/find-objections.ts';
export { followWatch, type WatchObservation, type WatchStep } from './watch/follow-watch.ts';
export { observeScope, type ScopeObservation } from './watch/observe-scope.ts';
export type { RemediationWatch, WatchBaseline } from './watch/remediation-watch.ts';
export { refreshBaseline, takeBaseline, type WatchTargets } from './watch/take-baseline.ts';
export { toTitle } from './watch/title.ts';
export { computeWatchTimes, type WatchTimes } from './watch/watch-times.ts';
