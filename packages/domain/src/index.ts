export type { CredentialStore } from './access/credential-store.ts';
export type { ExtensionToken, Session } from './access/credential.ts';
export { createWorkspaceFromTemplate, type ChartTemplateName } from './chart/create-workspace-from-template.ts';
export { findChartOf } from './chart/find-chart-of.ts';
export { toChartName } from './chart/to-chart-name.ts';
export type { ConversationStore } from './conversation/conversation-store.ts';
export { contextTypes, type ContextType, type Conversation, type StoredMessage } from './conversation/conversation.ts';
export { toExchanges, toHistory, type Exchange } from './conversation/exchange.ts';
export { isId, newId } from './identifier/id.ts';
export { jobNames, type JobName, type JobPayloads, type JobQueue, type JobRunner } from './job/job-queue.ts';
export { roles, type Member, type Organization, type Role } from './organization/organization.ts';
export type { Stores } from './persistence/stores.ts';
export type { UnitOfWork } from './persistence/unit-of-work.ts';
export type { RunEvent, StoredRunEvent } from './run/run-event.ts';
export type { RunStore } from './run/run-store.ts';
export { isEnded, runStatuses, type Run, type RunStatus } from './run/run.ts';
export { replaceText, type TextReplacement, type TextReplacementRefusal } from './text/replace-text.ts';
export { countChangedLines, toUnifiedDiff } from './text/unified-diff.ts';
export type { UserStore } from './user/user-store.ts';
export type { User } from './user/user.ts';
export { acceptChanges, rejectChanges, type ChangeDecision } from './workspace/change-decisions.ts';
export { acceptPending, rejectPending, toPending, type ChangeSelection } from './workspace/pending-rules.ts';
export type { StringReplaceAttempt, StringReplaceLogStore } from './workspace/string-replace-log.ts';
export { effectiveContent, type PendingChange, type WorkspaceFile } from './workspace/workspace-file.ts';
export { findPathClash, parseWorkspacePath } from './workspace/workspace-path.ts';
export type { NewWorkspace, WorkspaceDetail, WorkspaceStore } from './workspace/workspace-store.ts';
export {
  workspaceOrigins,
  type Chart,
  type Workspace,
  type WorkspaceOrigin,
  type WorkspaceRevision,
} from './workspace/workspace.ts';
