export { checkPayload, requireValidDefinition } from './check-payload.ts';
export type { CheckedPayload } from './check/check-rule.ts';
export { requireValid } from './rule-check-result.ts';
export type { CheckedRule } from './check/check-rules.ts';
export { WORKFLOW_TOOLS } from './workflow-tools.ts';
export type { WorkflowToolPorts } from './workflow-tool-ports.ts';
