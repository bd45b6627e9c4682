export type { ActionType, AnyActionType } from './action/action-type.ts';
export {
  type ActionConfigOf,
  type ActionTypeName,
  actionTypes,
  actionTypesByName,
  defaultPort,
  findActionType,
} from './action/action-types.ts';
export {
  type Alert,
  alertSeverities,
  type AlertSeverity,
  alertStatuses,
  type AlertStatus,
  type NewAlert,
} from './alert.ts';
export type { AlertPage, AlertQuery, AlertStore } from './alert-store.ts';
export { type CascadeRule, findCascades } from './cascade/find-cascades.ts';
export { businessEntities } from './entities/business-entities.ts';
export {
  type IncomingWebhook,
  type IncomingWebhookStore,
  type NewIncomingWebhook,
  newIncomingWebhookSchema,
  readWebhookFields,
  toNameConflict,
  toWebhookEntity,
  toWebhookEntityName,
  type WebhookDelivery,
} from './entities/incoming-webhook.ts';
export {
  type EntityRegistry,
  type NewTableEntity,
  newTableEntitySchema,
  type RegisteredEntity,
} from './entities/entity-registry.ts';
export { builtInEntities, platformEntities } from './entities/platform-entities.ts';
export type {
  ClusterEvent,
  ClusterFinding,
  ClusterWatch,
  FindingCheck,
  PlatformStore,
  ReceivedAlert,
  RecordedRows,
} from './entities/platform-store.ts';
export {
  type EntityRowStore,
  type RowAggregate,
  type RowAggregateQuery,
  rowAggregateFunctions,
  type RowFilter,
  rowFilterOperators,
  type RowQuery,
  type WriteCause,
} from './entities/entity-row-store.ts';
export { parseFieldValue, parseRowValues, requireField, toEntityRow } from './entities/parse-field-value.ts';
export { evaluateConditions, type Row, type RowChange } from './condition/evaluate-conditions.ts';
export { conditionOperators, type FieldCondition, fieldConditionSchema } from './condition/field-condition.ts';
export {
  type ComparableRule,
  diffRules,
  type EdgeDifference,
  type NamedRuleDifference,
  nameDifference,
  type RuleDifference,
} from './diff-rules.ts';
export { type EntityField, type EntityFieldType, entityFieldTypes, type EntityType, findEntity } from './entity.ts';
export { toApprovalOutcome, toStepOutcome } from './execution/to-approval-outcome.ts';
export {
  type DeadRuleEvent,
  type DueRuleWork,
  maxEventAttempts,
  maxRuleDepth,
  type RuleEvent,
  type RuleEventStore,
  type RuleStart,
} from './execution/rule-event.ts';
export {
  type NewRuleExecution,
  type NewRuleStep,
  type RuleApprover,
  type RuleExecution,
  type RuleExecutionStore,
  type RuleRetry,
  type RuleStep,
  type RuleStepDecision,
  type RuleStepStatus,
  ruleStepStatuses,
} from './execution/rule-execution.ts';
export { decideNoise, type NoiseDecision, type NoiseMemories } from './noise/decide-noise.ts';
export { createMaintenanceCalendar } from './noise/maintenance-calendar.ts';
export {
  listNoiseSlots,
  type NoiseMemory,
  type NoiseSlot,
  type NoiseSlotKind,
  toSlotText,
} from './noise/noise-slot.ts';
export {
  type MaintenanceWindow,
  type RuleNoise,
  ruleNoiseSchema,
  type SuppressionKind,
  suppressionKinds,
} from './noise/rule-noise.ts';
export type {
  NewRuleSilence,
  RuleNoiseStore,
  SuppressedEvent,
  Suppression,
  SuppressionCount,
} from './noise/rule-noise-store.ts';
export type { RuleSilence } from './noise/rule-silence.ts';
export { createRuleSet, type RuleSet } from './execution/rule-set.ts';
export {
  beginReplay,
  describeReplay,
  type ReplayedEvent,
  replayEvents,
  type ReplayResult,
  type ReplayRule,
  type ReplayState,
} from './replay/replay-rule.ts';
export type { RuleEventHistory, RuleEventQuery } from './replay/rule-event-history.ts';
export {
  type RuleTest,
  type RuleTestEvent,
  type RuleTestExpectation,
  type RuleTestResult,
  runRuleTests,
} from './replay/rule-test.ts';
export { type NewRuleTest, ruleTestLimits, type RuleTestStore } from './replay/rule-test-store.ts';
export { toRuleTest } from './replay/to-rule-test.ts';
export {
  type RuleMocks,
  type RuleSample,
  type RuleSimulation,
  type SimulatedAction,
  simulateRule,
  type SimulationOptions,
} from './replay/simulate-rule.ts';
export { findRuleUses, type RuleUse, type RuleUseQuery } from './where-used/find-rule-uses.ts';
export { formatFlowOutline } from './graph/flow-outline.ts';
export { type ActionOutcomes, type NextActions, nextActions } from './graph/next-actions.ts';
export { depthsFromStart, type RuleGraph, toRuleGraph } from './graph/rule-graph.ts';
export { type ResolvedPayload, toDefinition, type ToDefinitionOptions } from './payload/to-definition.ts';
export { toPayload } from './payload/to-payload.ts';
export { type RuleFile, ruleFileSchema } from './payload/rule-file.ts';
export { type WorkflowPayload, workflowPayloadSchema } from './payload/workflow-payload.ts';
export { draftLimits, type RuleDraft, type RuleDraftStore } from './rule-draft.ts';
export {
  type NewRulePreview,
  type RulePreview,
  rulePreviewStatuses,
  type RulePreviewStatus,
  type RulePreviewStore,
} from './rule-preview.ts';
export type { DueRule, RuleTimerStore } from './execution/rule-timer-store.ts';
export type { RuleSecretStore } from './secret/rule-secret-store.ts';
export { findSecretHeaders, type SecretHeader, toSecretReference } from './secret/secret-headers.ts';
export { describeDifference, toRuleConflict } from './rule-conflict.ts';
export { requireRuleRights } from './require-rule-rights.ts';
export type { RulePage, RuleRevision, RuleStore } from './rule-store.ts';
export type { RuleProblem, RuleProblemCode } from './rule-problem.ts';
export type { Rule, RuleAction, RuleDefinition, RuleEdge } from './rule.ts';
export { renderTemplates, type TemplateScope } from './template/render-template.ts';
export { type TemplateSource, toTemplateScope } from './template/template-variables.ts';
export { toValueText } from './template/template-filters.ts';
export { findTrigger, type TriggerName, triggerNames, triggerTypes, type TriggerType } from './trigger.ts';
export type { RuleCatalog } from './validation/rule-catalog.ts';
export { toTemplateVariables } from './validation/validate-templates.ts';
export { validateDefinition } from './validation/validate-definition.ts';
export { parseDuration } from './parse-duration.ts';
