import { addDraftAction } from './add-draft-action.ts';
import { createWorkflow } from './create-workflow.ts';
import { discoverActionTypes } from './discover-action-types.ts';
import { discoverEntities } from './discover-entities.ts';
import { discoverTriggerTypes } from './discover-trigger-types.ts';
import { explainWorkflowNode } from './explain-workflow-node.ts';
import { getAlertDetail } from './get-alert-detail.ts';
import { getWorkflowRule } from './get-workflow-rule.ts';
import { listAlertsForRule } from './list-alerts-for-rule.ts';
import { listMyAlerts } from './list-my-alerts.ts';
import { listWorkflowRules } from './list-workflow-rules.ts';
import { previewDraft } from './preview-draft.ts';
import { previewWorkflow } from './preview-workflow.ts';
import { removeDraftAction } from './remove-draft-action.ts';
import { startDraft } from './start-draft.ts';
import { startWorkflow } from './start-workflow.ts';
import { updateWorkflow } from './update-workflow.ts';
import { validateWorkflow } from './validate-workflow.ts';

/** Tools that read, check, preview and save automation rules, and read their alerts. */
export const WORKFLOW_TOOLS = [
  discoverActionTypes,
  discoverTriggerTypes,
  discoverEntities,
  listWorkflowRules,
  getWorkflowRule,
  explainWorkflowNode,
  listMyAlerts,
  getAlertDetail,
  listAlertsForRule,
  validateWorkflow,
  previewWorkflow,
  startDraft,
  addDraftAction,
  removeDraftAction,
  previewDraft,
  createWorkflow,
  updateWorkflow,
  startWorkflow,
] as const;
