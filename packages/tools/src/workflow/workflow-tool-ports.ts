import type { RuleAlertReader, WorkflowRules } from '@shipmate/domain/tool-storage';
import type { ComputePort } from '../compute/compute-port.ts';

/** The ports of the tools of automation rules. */
export interface WorkflowToolPorts {
  readonly workflowRules: WorkflowRules;
  readonly ruleAlerts: RuleAlertReader;
  readonly compute: ComputePort;
}
