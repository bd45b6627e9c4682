export { createAgentChatEncoder, type AgentChatEncoder } from './agent-chat/agent-chat-encoder.ts';
export type { AgentChatFrame } from './agent-chat/agent-chat-frame.ts';
export { shareContentFrames, type ContentFrames } from './agent-chat/content-frames.ts';
export {
  agentChatEventSchemas,
  isLastAgentChatEvent,
  type AgentChatEvent,
  type AgentChatEventName,
  type AgentChatExtension,
} from './agent-chat/agent-chat-event.ts';
export {
  agentChatRequestSchema,
  agentRunEventsQuerySchema,
  type AgentChatRequest,
} from './agent-chat/agent-chat-request.ts';
export { parseEventId, toEventId, type AgentChatEventId } from './agent-chat/event-id.ts';
export { errorEnvelopeSchema, fromErrorEnvelope, toErrorEnvelope, type ErrorEnvelope } from './error/error-envelope.ts';
export { problemMediaType, toProblemDetails, type ProblemDetails } from './error/problem-details.ts';
export { statusByCode } from './error/status-by-code.ts';
export {
  approvalHeader,
  conversationHeader,
  requestIdHeader,
  runHeader,
  toolCallHeader,
  workspaceHeader,
} from './http/header-names.ts';
export { toUiMessages, type RunCosts } from './stream/to-ui-messages.ts';
export type { UiFinishReason, UiMessageChunk } from './stream/ui-message-chunk.ts';
export {
  createUiMessageEncoder,
  type UiMessageEncoder,
  type UiMessageEncoderOptions,
} from './stream/ui-message-encoder.ts';
export type { UiMessageCut, UiMessageMetadata } from './web/ui-message-metadata.ts';
export { toUiMessageEvent, uiMessageStreamEnd, uiMessageStreamHeaders } from './stream/ui-message-stream.ts';
export { toolDescriptionSchema, toolListSchema, type ToolDescription, type ToolList } from './tools/tool-list.ts';
export { toolResultSchema } from './tools/tool-result.ts';
export {
  exportQuerySchema,
  importArchiveResponseSchema,
  leftOutHeader,
  toLeftOutHeader,
  maxArchiveBytes,
  type ExportQuery,
  type ImportArchiveResponse,
} from './web/archive.ts';
export {
  auditEntrySchema,
  auditExportQuerySchema,
  auditListResponseSchema,
  auditQuerySchema,
  type AuditEntryView,
  type AuditListResponse,
} from './web/audit.ts';
export {
  chatRequestSchema,
  clientIdSchema,
  type ChatRequest,
  type ConversationResponse,
  type UiMessage,
  type UiMessagePart,
} from './web/chat.ts';
export { unknownCallDecisionRequestSchema, type UnknownCallDecisionRequest } from './web/unknown-call.ts';
export {
  conversationDetailSchema,
  conversationExportQuerySchema,
  conversationListQuerySchema,
  conversationListResponseSchema,
  conversationSummarySchema,
  renameConversationRequestSchema,
  spentSchema,
  type ConversationDetail,
  type ConversationExportQuery,
  type ConversationListResponse,
  type ConversationSummary,
  type RenameConversationRequest,
  type Spent,
} from './web/conversations.ts';
export {
  chartIssueSchema,
  checksResponseSchema,
  renderedQuerySchema,
  renderedResponseSchema,
  type ChartIssue,
  type ChecksResponse,
  type CheckStatus,
  type RenderedQuery,
  type RenderedResponse,
} from './web/checks.ts';
export {
  clusterListResponseSchema,
  clusterQuestionRequestSchema,
  clusterQuestionResponseSchema,
  clusterReportQuerySchema,
  clusterReportResponseSchema,
  type ClusterListResponse,
  type ClusterQuestionRequest,
  type ClusterQuestionResponse,
  type ClusterReportResponse,
} from './web/clusters.ts';
export {
  catalogChartResponseSchema,
  catalogChartSchema,
  chartSearchQuerySchema,
  chartSearchResponseSchema,
  createFromCatalogRequestSchema,
  createFromManifestsRequestSchema,
  createFromManifestsResponseSchema,
  type CatalogChartResponse,
  type CatalogChartView,
  type ChartSearchResponse,
  type CreateFromCatalogRequest,
  type CreateFromManifestsRequest,
  type CreateFromManifestsResponse,
} from './web/create.ts';
export {
  createFileRequestSchema,
  deleteFilesRequestSchema,
  fileConflictSchema,
  maxFileRequestBytes,
  renameFilesRequestSchema,
  saveFileRequestSchema,
  type CreateFileRequest,
  type DeleteFilesRequest,
  type FileConflict,
  type RenameFilesRequest,
  type SaveFileRequest,
} from './web/files.ts';
export {
  maxPatternRequestBytes,
  patternListResponseSchema,
  patternRequestSchema,
  patternSchema,
  patternSearchQuerySchema,
  patternSearchResponseSchema,
  patternSummarySchema,
  type PatternListResponse,
  type PatternRequest,
  type PatternSearchResponse,
  type PatternSummary,
  type PatternView,
} from './web/patterns.ts';
export {
  alertmanagerRequestSchema,
  alertResponseSchema,
  type AlertmanagerRequest,
  type AlertResponse,
} from './web/alerts.ts';
export {
  approvalDecisionRequestSchema,
  approvalListResponseSchema,
  approvalSchema,
  toolGrantListResponseSchema,
  type ApprovalDecisionRequest,
  type ApprovalListResponse,
  type ApprovalView,
  type ToolGrantListResponse,
} from './web/approvals.ts';
export { valueOriginSchema, type ValueOriginView } from './web/value-origins.ts';
export {
  planListResponseSchema,
  planSchema,
  type PlanListResponse,
  type PlanView,
} from './web/plans.ts';
export { pushRequestSchema, pushResponseSchema, type PushRequest, type PushResponse } from './web/push.ts';
export {
  compareRevisionsQuerySchema,
  revisionComparisonResponseSchema,
  revisionListResponseSchema,
  revisionResponseSchema,
  revisionSummarySchema,
  rollbackRequestSchema,
  type RevisionComparisonResponse,
  type RevisionListResponse,
  type RevisionResponse,
  type RevisionSummary,
  type RollbackRequest,
} from './web/revisions.ts';
export {
  retryRunRequestSchema,
  retryRunResponseSchema,
  runListQuerySchema,
  runListResponseSchema,
  runStepSchema,
  runSummarySchema,
  runToolCallSchema,
  runTraceSchema,
  type RetryRunRequest,
  type RetryRunResponse,
  type RunListQuery,
  type RunListResponse,
  type RunStepView,
  type RunSummary,
  type RunToolCallView,
  type RunTrace,
} from './web/runs.ts';
export {
  remediationDecisionRequestSchema,
  remediationListResponseSchema,
  remediationRequestSchema,
  remediationSchema,
  remediationSummarySchema,
  type RemediationDecisionRequest,
  type RemediationListResponse,
  type RemediationRequest,
  type RemediationSummary,
  type RemediationView,
} from './web/remediations.ts';
export {
  respondRequestSchema,
  respondResponseSchema,
  type RespondRequest,
  type RespondResponse,
} from './web/respond.ts';
export {
  runScheduleResponseSchema,
  scheduleListResponseSchema,
  scheduleRequestSchema,
  scheduleSchema,
  type RunScheduleResponse,
  type ScheduleListResponse,
  type ScheduleRequest,
  type ScheduleView,
} from './web/schedules.ts';
export {
  answerProposalRequestSchema,
  chooseSolutionRequestSchema,
  confirmProposalRequestSchema,
  createProposalRequestSchema,
  exportProposalRequestSchema,
  exportProposalResponseSchema,
  proposalListResponseSchema,
  proposalQuerySchema,
  proposalSchema,
  startedRunResponseSchema,
  type AnswerProposalRequest,
  type ChooseSolutionRequest,
  type ConfirmProposalRequest,
  type CreateProposalRequest,
  type ExportProposalRequest,
  type ExportProposalResponse,
  type ProposalListResponse,
  type ProposalView,
  type QuestionView,
  type StartedRunResponse,
} from './web/proposals.ts';
export { modelChoiceSchema, sessionResponseSchema, type ModelChoice, type SessionResponse } from './web/session.ts';
export {
  changeSettingsRequestSchema,
  workspaceSettingsSchema,
  type ChangeSettingsRequest,
  type WorkspaceSettings,
} from './web/settings.ts';
export {
  spendLimitsResponseSchema,
  spendLimitsSchema,
  spendQuerySchema,
  spendResponseSchema,
  type SpendLimitsResponse,
  type SpendLimitsView,
  type SpendLimitView,
  type SpendRecordView,
  type SpendResponse,
  type SpendWindowView,
} from './web/spend.ts';
export { storageResponseSchema, type StorageResponse, type StoredWorkspaceView } from './web/storage.ts';
export {
  apiTokenListResponseSchema,
  apiTokenSchema,
  createApiTokenRequestSchema,
  createApiTokenResponseSchema,
  type ApiToken,
  type ApiTokenListResponse,
  type CreateApiTokenRequest,
  type CreateApiTokenResponse,
} from './web/tokens.ts';
export {
  changeDecisionRequestSchema,
  createWorkspaceRequestSchema,
  createWorkspaceResponseSchema,
  fileViewSchema,
  hunkDecisionRequestSchema,
  hunkSchema,
  rollbackResponseSchema,
  workspaceListResponseSchema,
  workspaceResponseSchema,
  workspaceSummarySchema,
  type ChangeDecisionRequest,
  type CreateWorkspaceRequest,
  type CreateWorkspaceResponse,
  type FileView,
  type HunkDecisionRequest,
  type RollbackResponse,
  type WorkspaceListResponse,
  type WorkspaceResponse,
  type WorkspaceSummary,
} from './web/workspace.ts';
