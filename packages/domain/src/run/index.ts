export type { RunListing, RunQuery } from './run-listing.ts';
export type { RunLogHead } from './run-log-head.ts';
export type { RunRetry } from './run-retry.ts';
export { personas, type Persona } from './persona.ts';
export type { RunEvent, StoredRunEvent, NumberedRunEvent, BroadcastRunEvent } from './run-event.ts';
export {
  isLeaseLost,
  leaseLost,
  type ClaimLimits,
  type LeaseRequest,
  type RunLease,
  type RunRelease,
  type RunWriter,
} from './run-lease.ts';
export type { NewRunStep, RunStep, RunStepAnswers } from './run-step.ts';
export type {
  EndedToolCall,
  NewRun,
  NewStandaloneRun,
  RunEnd,
  RunHistory,
  RunLeases,
  RunProgressWrite,
  RunReads,
  RunReaders,
  RunCount,
  RunFigures,
  RunStore,
  RunWrites,
} from './run-store.ts';
export {
  isRepeatable,
  toolCallStatuses,
  unknownCallChoices,
  type BegunToolCall,
  type RunToolCall,
  type ToolCallResult,
  type ToolCallStatus,
  type UnknownCallChoice,
} from './run-tool-call.ts';
export type { RunNotifications, RunTopic } from './run-topic.ts';
export {
  isConversationRun,
  isEnded,
  requireConversationRun,
  runKinds,
  runOrigins,
  runStatuses,
  type ConversationRun,
  type Run,
  type RunKindName,
  type RunOrigin,
  type RunStatus,
} from './run.ts';
