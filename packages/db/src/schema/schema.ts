import type { ApprovalTable, ToolGrantTable } from './approval-tables.ts';
import type { AuditEntryTable } from './audit-tables.ts';
import type { CapabilityIndexTable, CapabilityTable } from './capability-tables.ts';
import type { ClientConversationTable, ConversationTable, MessageTable } from './conversation-tables.ts';
import type { ExtensionTokenTable, LoginLinkTable, SessionTable } from './credential-tables.ts';
import type { AppUserTable, MemberTable, OrganizationTable } from './organization-tables.ts';
import type { PatternPassageTable, PatternTable } from './pattern-tables.ts';
import type { PlanActionTable, PlanTable } from './plan-tables.ts';
import type { ProposalTable } from './proposal-tables.ts';
import type { RemediationCallTable, RemediationTable } from './remediation-tables.ts';
import type { RunEventTable, RunStepTable, RunTable, ToolCallTable } from './run-tables.ts';
import type { ScheduleTable } from './schedule-tables.ts';
import type { SpendLimitTable, SpendTable } from './spend-tables.ts';
import type {
  RunFileTable,
  StringReplaceLogTable,
  WorkspaceChartTable,
  WorkspaceFileTable,
  WorkspaceRevisionTable,
  WorkspaceTable,
} from './workspace-tables.ts';

interface InstallationSecretTable {
  name: string;
  value: string;
}

/** Every table of Shipmate, by name. The queue has its own in the schema `pgboss`. */
export interface Schema {
  organization: OrganizationTable;
  app_user: AppUserTable;
  member: MemberTable;
  session: SessionTable;
  login_link: LoginLinkTable;
  extension_token: ExtensionTokenTable;
  workspace: WorkspaceTable;
  workspace_revision: WorkspaceRevisionTable;
  workspace_chart: WorkspaceChartTable;
  workspace_file: WorkspaceFileTable;
  run_file: RunFileTable;
  str_replace_log: StringReplaceLogTable;
  conversation: ConversationTable;
  client_conversation: ClientConversationTable;
  message: MessageTable;
  plan: PlanTable;
  plan_action: PlanActionTable;
  proposal: ProposalTable;
  remediation: RemediationTable;
  remediation_call: RemediationCallTable;
  run: RunTable;
  run_event: RunEventTable;
  run_step: RunStepTable;
  tool_call: ToolCallTable;
  approval: ApprovalTable;
  tool_grant: ToolGrantTable;
  schedule: ScheduleTable;
  capability_index: CapabilityIndexTable;
  capability: CapabilityTable;
  pattern: PatternTable;
  pattern_passage: PatternPassageTable;
  audit_entry: AuditEntryTable;
  spend_limit: SpendLimitTable;
  spend: SpendTable;
  installation_secret: InstallationSecretTable;
}
