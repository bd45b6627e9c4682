export { beginCodeIndex } from './begin-code-index.ts';
export { changeRow, createRow, noteRows } from './change-rows.ts';
export { discardDeadEvent, retryDeadEvents } from './manage-dead-events.ts';
export { decideRuleStep } from './decide-rule-step.ts';
export { retryRule, type RuleRetryRequest } from './retry-rule.ts';
export { startDueRules, type StartedRules } from './start-due-rules.ts';
export { beginStart, type ManualStart, requireRuleOwner, startRule } from './start-rule.ts';
export { claimRun, type ClaimRunOptions, type HeldRun, type HeldRunWrite } from './claim-run.ts';
export { createExtensionToken, isDefaultScope, revokeExtensionToken } from './manage-tokens.ts';
export { revokeGrant } from './revoke-grant.ts';
export { decideApproval, type ApprovalVerdict } from './decide-approval.ts';
export { readAudit } from './read-audit.ts';
export { readExchangePage } from './read-exchange-page.ts';
export { deleteConversation } from './delete-conversation.ts';
export { deleteWorkspace } from './delete-workspace.ts';
export { isOwner, requireOwner } from './require-owner.ts';
export { removePattern, savePattern } from './manage-patterns.ts';
export { beginPlan, endPlan, ignorePlan, notePlanProgress, resumePlan } from './apply-plan.ts';
export { proposePlan, type PlanProposal } from './propose-plan.ts';
export { type MatchedEvents, matchEvents } from './match-events.ts';
export { addSilence, removeSilence } from './silence-rule.ts';
export { createRule, duplicateRule, removeRule, reviseRule, type SeenRule } from './manage-rules.ts';
export { acceptPreview, type AcceptedPreview, rejectPreview } from './decide-preview.ts';
export { answerProposal, requireOperation } from './answer-proposal.ts';
export { moveProposal, requireReady, takeProposal } from './take-proposal.ts';
export { settleUnknownCall, type UnknownCallSettlement, unrepeatedCallText } from './settle-unknown-call.ts';
export { changeSpendLimits } from './change-spend-limits.ts';
export { checkAllowance, requireAllowance, type PricedModel } from './require-allowance.ts';
export {
  acceptRevision,
  type Acceptance,
  type AcceptanceCandidate,
  type CheckBeforeAccept,
} from './accept-revision.ts';
export { autoAcceptChanges } from './auto-accept.ts';
export {
  acceptChanges,
  decideOnHunks,
  rejectChanges,
  type ChangeDecision,
  type FileHunkDecision,
} from './change-decisions.ts';
export { changeSettings } from './change-settings.ts';
export { editWorkspace, type SeenRevision } from './edit-workspace.ts';
export { rollBackWorkspace, type RollbackRequest } from './roll-back-workspace.ts';
export {
  beginRemediation,
  decideRemediation,
  type PlanVerdict,
  type SignApproval,
  stopRemediation,
} from './manage-remediations.ts';
export { createIncomingWebhook, removeIncomingWebhook, renewWebhookSecret } from './manage-incoming-webhooks.ts';
export {
  addRepository,
  addUploadedRepository,
  changeRepository,
  discardRepositoryJob,
  removeRepository,
} from './manage-repositories.ts';
export { addProjectMember, createProject, removeProject, removeProjectMember } from './manage-projects.ts';
export { removeInboxWebhook, saveInboxWebhook } from './manage-inbox-webhook.ts';
export {
  addMcpServer,
  changeMcpServer,
  decideMcpTools,
  type McpListing,
  recordMcpListing,
  removeMcpServer,
} from './manage-mcp-servers.ts';
