import type { JsonValue, Principal } from '@shipmate/core';

/** The kinds of audited actions. */
export const auditKinds = [
  'run_asked',
  'tool_call_approved',
  'tool_call_denied',
  'tool_call_settled',
  'grant_created',
  'grant_revoked',
  'changes_accepted',
  'changes_rejected',
  'workspace_rolled_back',
  'workspace_settings_changed',
  'workspace_deleted',
  'token_created',
  'token_revoked',
  'push_asked',
  'push_done',
  'spend_limits_changed',
  'remediation_begun',
  'remediation_approved',
  'remediation_denied',
  'pattern_saved',
  'pattern_removed',
  'rule_created',
  'rule_changed',
  'rule_removed',
  'rule_logged',
  'rule_step_decided',
  'inbox_webhook_changed',
  'inbox_webhook_removed',
  'rule_started',
  'rule_retried',
  'rule_event_retried',
  'rule_event_discarded',
  'row_created',
  'row_changed',
  'row_removed',
  'incoming_webhook_created',
  'incoming_webhook_secret_renewed',
  'incoming_webhook_removed',
  'project_created',
  'project_removed',
  'project_member_added',
  'project_member_removed',
  'repository_added',
  'repository_changed',
  'repository_removed',
  'repository_job_pushed',
  'repository_job_proposed',
  'repository_job_merge_asked',
  'repository_job_merged',
  'repository_job_discarded',
  'mcp_server_added',
  'mcp_server_changed',
  'mcp_server_removed',
  'mcp_tool_decided',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/**
 * An audited action of a person. It holds identifiers, never the prompts, texts or secrets that were entered.
 */
export interface AuditAct {
  readonly kind: AuditKind;
  /**
   * The id of its subject: a run, an approval, a grant, a token, a workspace, a pattern; null for the
   * organization.
   */
  readonly subjectId: string | null;
  readonly workspaceId?: string | null;
  readonly details?: Readonly<Record<string, JsonValue>>;
}

/** An audited action with user, time and origin. It outlives its subject and its user. */
export interface AuditEntry extends Required<AuditAct> {
  readonly id: string;
  /** By the database's clock. */
  readonly at: Date;
  readonly userId: string;
  /** Null once the user is deleted. */
  readonly userName: string | null;
  readonly via: Principal['via'];
  readonly requestId: string | null;
  /** Address of the peer of the connection, which may be a proxy. */
  readonly remoteAddress: string | null;
}
