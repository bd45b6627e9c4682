import type { CredentialStore } from '../access/credential-store.ts';
import type { SecretStore } from '../access/secret-store.ts';
import type { ApprovalStore, ToolGrantStore } from '../approval/approval-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { CapabilityStore } from '../capability/capability-store.ts';
import type { ClientConversationStore } from '../conversation/client-conversation-store.ts';
import type { ConversationStore } from '../conversation/conversation-store.ts';
import type { JobQueue } from '../job/job-queue.ts';
import type { PatternStore } from '../pattern/pattern-store.ts';
import type { PlanStore } from '../plan/plan-store.ts';
import type { ProposalStore } from '../proposal/proposal-store.ts';
import type { RemediationStore } from '../remediation/remediation-store.ts';
import type { RunStore } from '../run/run-store.ts';
import type { ScheduleStore } from '../schedule/schedule-store.ts';
import type { SpendStore } from '../spend/spend-store.ts';
import type { UserStore } from '../user/user-store.ts';
import type { RunFileStore } from '../workspace/run-file-store.ts';
import type { StringReplaceLogStore } from '../workspace/string-replace-log.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';

/** All stores, which read and write through one executor: the database, or one transaction. */
export interface Stores {
  readonly users: UserStore;
  readonly secrets: SecretStore;
  readonly credentials: CredentialStore;
  readonly workspaces: WorkspaceStore;
  readonly runFiles: RunFileStore;
  readonly stringReplaceLog: StringReplaceLogStore;
  readonly plans: PlanStore;
  readonly proposals: ProposalStore;
  readonly remediations: RemediationStore;
  readonly conversations: ConversationStore;
  readonly clientConversations: ClientConversationStore;
  readonly runs: RunStore;
  readonly approvals: ApprovalStore;
  readonly grants: ToolGrantStore;
  readonly schedules: ScheduleStore;
  readonly capabilities: CapabilityStore;
  readonly patterns: PatternStore;
  readonly audit: AuditStore;
  readonly spend: SpendStore;
  readonly jobs: JobQueue;
}
