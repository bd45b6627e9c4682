export type { ChartEditStores, ChartFiles } from './chart-files.ts';
export { createToolStorage } from './create-tool-storage.ts';
export type { RuleChangeStores, WorkflowRules } from './workflow-rules.ts';
export type { PlanNotes, PlanNoteStores } from './plan-notes.ts';
export type {
  CapabilityStorePort,
  CodeMapReader,
  OperationProposals,
  ProjectNotes,
  PatternReader,
  RuleAlertReader,
  EntityRowReader,
  ToolStorage,
} from './tool-storage.ts';
