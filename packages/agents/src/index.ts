export { createCallApprovals } from './kinds/call/create-call-approvals.ts';
export type { ApprovalPolicy } from './approval/approval-gate.ts';
export { decidePlan } from './kinds/remediation/decide-plan.ts';
export { describeRemediation } from './flows/remediate/describe-remediation.ts';
export { stopRemediation } from './kinds/remediation/stop-remediation.ts';
export { confirmProposal } from './flows/confirm-proposal.ts';
export { acceptRulePreview } from './rules/accept-rule-preview.ts';
export { type CheckPayload, createPayloadCheck } from './rules/create-payload-check.ts';
export { type CheckRule, createRuleCheck } from './rules/create-rule-check.ts';
export { applyRules, compareRules, exportRules, type RuleChanges } from './rules/apply-rules.ts';
export { replayRule, type RuleReplay } from './rules/replay-rule.ts';
export { decideInboxItem, type InboxVerdict } from './inbox/decide-inbox-item.ts';
export { createInboxDeliverer, type InboxDeliverer, type InboxDelivererOptions } from './inbox/inbox-deliverer.ts';
export { inboxWebhookSecretOf } from './inbox/inbox-webhook-secret.ts';
export { exportRecommendation } from './flows/recommend/export-recommendation.ts';
export { createLanguageGuard } from './hooks/language-guard.ts';
export { english, type WrittenLanguage } from './prompts/written-language.ts';
export { beginResponse } from './jobs/begin-response.ts';
export { suggestFollowUps, type SuggestFollowUpsOptions } from './jobs/suggest-follow-ups.ts';
export { wantsFollowUps } from './kinds/answer/wants-follow-ups.ts';
export { changeSchedule, createSchedule, runScheduleNow, type ScheduleChange } from './jobs/manage-schedules.ts';
export type { RepositoryWorkspace, ResponseJob } from './jobs/response-job.ts';
export {
  createResponseGenerator,
  type ResponseGenerator,
  type ResponseGeneratorOptions,
} from './jobs/response-generator.ts';
export { runDueSchedules, type RunDueSchedulesOptions } from './jobs/run-due-schedules.ts';
export type { AgentProfile } from './profiles/agent-profile.ts';
export { contextTypeFor } from './jobs/context-type-for.ts';
export { profileFor, profiles } from './profiles/profiles.ts';
export type { PromptContext } from './prompts/prompt-context.ts';
export { getSystemPrompt } from './prompts/system-prompt.ts';
export { answeringRunOf } from './run/begin/being-answered.ts';
export type { RunRequest } from './run/begin/begin-run.ts';
export { enqueueCall, type EnqueueCallResources, type WantedCall } from './kinds/call/enqueue-call.ts';
export { describeConversation, type DescribeConversationOptions } from './jobs/describe-conversation.ts';
export type { RunExecution } from './run/execute/execute-run.ts';
export type { UnknownCallDecision } from './kinds/answer/answers.ts';
export { createRunExecutor, type RunExecutor, type RunExecutorOptions } from './kinds/create-run-executor.ts';
export { refreshMcpServer } from './tools/mcp-tools.ts';
export { answerLanguageSchema } from './hooks/answer-language.ts';
export { leaseSecondsSchema } from './run/execute/lease-seconds.ts';
export { createRuleMatcher, type RuleMatcher, type RuleMatcherOptions } from './kinds/rule-execution/rule-matcher.ts';
export { maxOpenRows } from './run/log/content-row.ts';
export {
  createRunLog,
  type FollowOptions,
  type RunLog,
  type RunLogOptions,
  type TailOptions,
} from './run/log/run-log.ts';
export { createRunWorker, type RunWorker, type RunWorkerOptions } from './run/execute/run-worker.ts';
export { stopUnreadRuns, type StopUnreadRunsOptions } from './run/execute/stop-unread-runs.ts';
export { beginRepositoryJob, type RepositoryJobRequest } from './kinds/repository/begin-repository-job.ts';
export { continueJob, undoJob } from './kinds/repository/continue-job.ts';
export { requireAllowedRoot, requireLocalRepository } from './kinds/repository/local-repository.ts';
export {
  openRepositoryAccess,
  repositoryEnvironmentSchema,
  type RepositoryPorts,
} from './kinds/repository/repository-ports.ts';
export {
  deleteChartCopy,
  deleteJobFolders,
  deleteRepositoryFolders,
  toCacheFolder,
  toJobCopy,
} from './kinds/repository/repository-folders.ts';
export { listChartFolders, openChart } from './kinds/repository/repository-charts.ts';
export { proposeChart, pushChart } from './kinds/repository/push-chart.ts';
export { type JobMergeOptions, mergeJob, readMergeOptions } from './kinds/repository/merge-job.ts';
export { answerComments, findAnsweredJob, proposeJob, refreshProposal } from './kinds/repository/propose-job.ts';
export { discardJob, pushJob, reviewJob } from './kinds/repository/review-job.ts';
export { addUpload, replaceUpload } from './kinds/repository/upload-repository.ts';
