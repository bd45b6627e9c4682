export { errorEnvelopeSchema, fromErrorEnvelope, toErrorEnvelope, type ErrorEnvelope } from './error/error-envelope.ts';
export { statusByCode } from './error/status-by-code.ts';
export {
  chatRequestSchema,
  type ChatRequest,
  type ConversationResponse,
  type UiMessage,
  type UiMessagePart,
} from './web/chat.ts';
export { modelChoiceSchema, sessionResponseSchema, type ModelChoice, type SessionResponse } from './web/session.ts';
export {
  changeDecisionRequestSchema,
  createWorkspaceRequestSchema,
  createWorkspaceResponseSchema,
  fileViewSchema,
  workspaceListResponseSchema,
  workspaceResponseSchema,
  workspaceSummarySchema,
  type ChangeDecisionRequest,
  type CreateWorkspaceRequest,
  type CreateWorkspaceResponse,
  type FileView,
  type WorkspaceListResponse,
  type WorkspaceResponse,
  type WorkspaceSummary,
} from './web/workspace.ts';
