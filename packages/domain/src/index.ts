export { type CredentialStore, maxOpenLoginLinks, type NewExtensionToken } from './access/credential-store.ts';
export type { SecretStore } from './access/secret-store.ts';
export type { ExtensionToken, Session } from './access/credential.ts';
export {
  approvalDeciders,
  approvalStatuses,
  type Approval,
  type ApprovalDecider,
  type ApprovalStatus,
  type ToolGrant,
} from './approval/approval.ts';
export type { ApprovalChoice, ApprovalStore, NewApproval, ToolGrantStore } from './approval/approval-store.ts';
export { createExtensionToken, isDefaultScope, revokeExtensionToken } from './use-cases/manage-tokens.ts';
export {
  accessToCall,
  isAskable,
  isGrantable,
  isToolVisible,
  listRunScopes,
  toCallScope,
  type CallAccess,
  type ToolReach,
} from './access/call-access.ts';
export { hasScope, requireScope, scopesOf } from './access/require-scope.ts';
export {
  coversScope,
  defaultScopes,
  listScopes,
  parseScopes,
  personalScopes,
  scopeEffects,
  type PersonalScope,
  type Scope,
} from './access/scope.ts';
export { requireSignIn } from './access/require-sign-in.ts';
export { describeOrigin, findValueOrigins, toUntrustedTexts, type ValueOrigin } from './untrusted/index.ts';
export { revokeGrant } from './use-cases/revoke-grant.ts';
export { decideApproval, type ApprovalVerdict } from './use-cases/decide-approval.ts';
export {
  leftReasons,
  type ArchiveContents,
  type ArchiveFile,
  type LeftFile,
  type LeftReason,
} from './archive/archive-contents.ts';
export { defaultArchiveLimits, toExpandedLimit, toHeldLimit, type ArchiveLimits } from './archive/archive-limits.ts';
export { createArchiveListing, tooManyEntries, type ArchiveListing } from './archive/archive-listing.ts';
export {
  archiveRefusalReasons,
  refuseArchive,
  type ArchiveRefusalOptions,
  type ArchiveRefusalReason,
} from './archive/archive-refusal.ts';
export { createWorkspaceFromArchive, type ArchivedWorkspace } from './archive/create-workspace-from-archive.ts';
export { findChartRoots } from './chart/find-chart-roots.ts';
export { stripCommonFolder, type StrippedContents } from './archive/strip-common-folder.ts';
export { toArchiveFiles } from './archive/to-archive-files.ts';
export { auditKinds, type AuditAct, type AuditEntry, type AuditKind } from './audit/audit-entry.ts';
export type { AuditQuery, AuditStore } from './audit/audit-store.ts';
export { readAudit } from './use-cases/read-audit.ts';
export type { Capability, ServedKind } from './capability/capability.ts';
export type {
  CapabilityChange,
  CapabilityIndex,
  CapabilityStore,
  IndexedCapability,
  StaleIndex,
} from './capability/capability-store.ts';
export { fuseRanks } from './search/fuse-ranks.ts';
export { describeKind } from './capability/describe-kind.ts';
export { elementOf, elementsOf, fieldsOf, type SchemaSet } from './capability/list-fields.ts';
export { preferVersion } from './capability/prefer-version.ts';
export { splitGroup, splitIdentifier } from './search/split-identifier.ts';
export { findKindSchema, toCapabilities } from './capability/to-capabilities.ts';
export { type SearchTerm, toSearchTerms } from './search/to-search-terms.ts';
export { createWorkspaceFromTemplate, type ChartTemplateName } from './workspace/create-workspace-from-template.ts';
export { findChartOf } from './chart/find-chart-of.ts';
export { toChartName } from './chart/to-chart-name.ts';
export type { ClientContext } from './conversation/client-context.ts';
export type { ClientConversation, ClientConversationStore } from './conversation/client-conversation-store.ts';
export type { ConversationMatch, ConversationStore, NewMessage } from './conversation/conversation-store.ts';
export { contextTypes, type ContextType, type Conversation, type StoredMessage } from './conversation/conversation.ts';
export { deleteConversation } from './use-cases/delete-conversation.ts';
export { deleteWorkspace } from './use-cases/delete-workspace.ts';
export { toExchanges, toExchangesUntil, toHistory, type Exchange } from './conversation/exchange.ts';
export { toExcerpt, toSearchWords } from './conversation/search-text.ts';
export type { EvidenceCall } from './evidence/evidence-call.ts';
export { isId, newId } from './identifier/id.ts';
export type { DeadJob, JobAdministration, JobCounts } from './job/job-administration.ts';
export {
  jobNames,
  type JobMessage,
  type JobName,
  type JobPayloads,
  type JobQueue,
  type JobRunner,
} from './job/job-queue.ts';
export { convertManifests, type ConvertedChart } from './manifests/convert-manifests.ts';
export type { ManifestFile, ManifestRemark } from './manifests/manifest-object.ts';
export { isOwner, requireOwner } from './use-cases/require-owner.ts';
export { roles, type Member, type Organization, type Role } from './organization/organization.ts';
export type { Stores } from './persistence/stores.ts';
export type { UnitOfWork } from './persistence/unit-of-work.ts';
export { removePattern, savePattern } from './use-cases/manage-patterns.ts';
export {
  type Passage,
  type PassageMatch,
  type Pattern,
  type PatternDocument,
  type PatternKind,
  patternKinds,
} from './pattern/pattern.ts';
export type { NewPattern, PatternStore } from './pattern/pattern-store.ts';
export { patternDocumentSchema } from './pattern/pattern-document.ts';
export { readMarkdownPattern } from './pattern/read-pattern.ts';
export { beginPlan, endPlan, ignorePlan, notePlanProgress, resumePlan } from './use-cases/apply-plan.ts';
export type { PlanEdit } from './plan/plan-rules.ts';
export type { NewPlan, PlanStore, PlanTransition } from './plan/plan-store.ts';
export {
  openPlanStatuses,
  planActionKinds,
  planStatuses,
  type Plan,
  type PlanAction,
  type PlanActionKind,
  type PlannedAction,
  type PlanStatus,
} from './plan/plan.ts';
export { proposePlan, type PlanProposal } from './use-cases/propose-plan.ts';
export {
  parameterKinds,
  type OperationParameter,
  type ParameterKind,
  type PlatformOperation,
} from './platform/operation.ts';
export {
  proposeOperation,
  type OperationResult,
  type PlatformWork,
} from './platform/platform-work.ts';
export { toCommand } from './platform/to-command.ts';
export {
  proposalFlows,
  proposalStatuses,
  type Proposal,
  type ProposalFlow,
  type ProposalStatus,
} from './proposal/proposal.ts';
export type { ProposalStore, ProposalTransition } from './proposal/proposal-store.ts';
export { answerProposal, requireOperation } from './use-cases/answer-proposal.ts';
export { moveProposal, requireReady, takeProposal } from './use-cases/take-proposal.ts';
export type {
  ChosenSolution,
  ObjectKind,
  Recommendation,
  Solution,
  SolutionScore,
  TriedObject,
} from './recommendation/recommendation.ts';
export { scoreSolution, type SolutionFacts } from './recommendation/score-solution.ts';
export { checkAnswers } from './question/check-answers.ts';
export {
  answerTypes,
  type Answers,
  type AnswerType,
  type AnswerValue,
  type CheckedAnswers,
  type Question,
} from './question/question.ts';
export { personas, type Persona } from './run/persona.ts';
export type { RunEvent, StoredRunEvent, ToldRunEvent } from './run/run-event.ts';
export {
  isLeaseLost,
  leaseLost,
  type ClaimLimits,
  type LeaseRequest,
  type RunLease,
  type RunWriter,
} from './run/run-lease.ts';
export type { RunListing, RunLogHead, RunQuery, RunRetry } from './run/index.ts';
export type { NewRunStep, RunStep, RunStepAnswers } from './run/run-step.ts';
export type {
  EndedToolCall,
  NewRun,
  RunEnd,
  RunHistory,
  RunLeases,
  RunReads,
  RunReaders,
  RunStore,
  RunWrites,
} from './run/run-store.ts';
export {
  isRepeatable,
  toolCallStatuses,
  unknownCallChoices,
  type BegunToolCall,
  type RunToolCall,
  type ToolCallResult,
  type ToolCallStatus,
  type UnknownCallChoice,
} from './run/run-tool-call.ts';
export { settleUnknownCall, type UnknownCallSettlement } from './use-cases/settle-unknown-call.ts';
export type { RunNotifications, RunTopic } from './run/run-topic.ts';
export { isEnded, runOrigins, runStatuses, type Run, type RunOrigin, type RunStatus } from './run/run.ts';
export type { PlannedSchedule, ScheduleStore, ScheduleTurn } from './schedule/schedule-store.ts';
export type { Recurrence, Schedule, ScheduleSettings } from './schedule/schedule.ts';
export { changeSpendLimits } from './use-cases/change-spend-limits.ts';
export { checkAllowance, requireAllowance, type PricedModel } from './use-cases/require-allowance.ts';
export { tightestBounds, type SpendBound, type SpendMeasure } from './spend/spend-allowance.ts';
export {
  spendPeriods,
  spendScopes,
  type SpendAmount,
  type SpendLimit,
  type SpendLimits,
  type SpendPeriod,
  type SpendRecord,
  type SpendScope,
  type SpendWindow,
  type Spent,
} from './spend/spend-limit.ts';
export type { SpendStore } from './spend/spend-store.ts';
export { defaultStorageQuota, requireStorage, type StorageQuota, type StorageUsage } from './storage/storage-quota.ts';
export { replaceText, type TextEdit, type TextReplacement, type TextReplacementRefusal } from './text/replace-text.ts';
export { countChangedLines, toUnifiedDiff } from './text/unified-diff.ts';
export type { UserStore } from './user/user-store.ts';
export type { User } from './user/user.ts';
export {
  acceptRevision,
  type Acceptance,
  type AcceptanceCandidate,
  type CheckBeforeAccept,
} from './use-cases/accept-revision.ts';
export { autoAcceptChanges } from './use-cases/auto-accept.ts';
export {
  acceptChanges,
  decideOnHunks,
  rejectChanges,
  type ChangeDecision,
  type FileHunkDecision,
} from './use-cases/change-decisions.ts';
export { changeSettings } from './use-cases/change-settings.ts';
export { compareRevisions, type AcceptedFile, type FileComparison } from './workspace/compare-revisions.ts';
export { editWorkspace, type SeenRevision } from './use-cases/edit-workspace.ts';
export {
  addFile,
  describeTakenPath,
  deleteFiles,
  moveFiles,
  saveFile,
  type ChangedFile,
  type FileReference,
} from './workspace/file-edits.ts';
export { versionOf } from './workspace/file-version.ts';
export { decideHunks, listHunks, type Hunk, type HunkDecision } from './workspace/hunk-rules.ts';
export {
  acceptedFiles,
  acceptPending,
  rejectPending,
  toPending,
  type ChangeSelection,
} from './workspace/pending-rules.ts';
export { countRevisionChanges, type RevisionChanges, type RevisionContent } from './workspace/revision-changes.ts';
export { rollBackWorkspace, type RollbackRequest } from './use-cases/roll-back-workspace.ts';
export { rollBack, type Rollback } from './workspace/rollback-rules.ts';
export type { RunFileStore } from './workspace/run-file-store.ts';
export { afterEdit, afterView, hasChangedSince, ownChanges, type RunFile } from './workspace/run-file.ts';
export type { StringReplaceAttempt, StringReplaceLogStore } from './workspace/string-replace-log.ts';
export { toTakenPaths, type TakenPaths } from './workspace/taken-paths.ts';
export { mergeThreeWay, toThreeWayRegions, type ThreeTexts, type ThreeWayRegion } from './workspace/three-way.ts';
export {
  effectiveContent,
  effectivePath,
  maxFileCharacters,
  type PendingChange,
  type WorkspaceFile,
} from './workspace/workspace-file.ts';
export { findTreeProblems, type TreeProblem, type TreeProblemReason } from './workspace/tree-problems.ts';
export type { Chart } from './chart/chart.ts';
export {
  beginRemediation,
  decideRemediation,
  type PlanVerdict,
  type SignApproval,
} from './use-cases/manage-remediations.ts';
export { findPathClash, parseWorkspacePath } from './workspace/workspace-path.ts';
export type { NewRevision, NewWorkspace, WorkspaceDetail, WorkspaceStore } from './workspace/workspace-store.ts';
export {
  revisionOrigins,
  workspaceOrigins,
  type RevisionOrigin,
  type Workspace,
  type WorkspaceOrigin,
  type WorkspaceRevision,
  type WorkspaceSettings,
} from './workspace/workspace.ts';
