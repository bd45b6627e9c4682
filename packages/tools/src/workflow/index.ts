export { requireValidDefinition } from './check-payload.ts';
export { WORKFLOW_TOOLS } from './workflow-tools.ts';
export type { WorkflowToolPorts } from './workflow-tool-ports.ts';
