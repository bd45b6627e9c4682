import { readFile } from 'node:fs/promises';
import { allTools, toToolTable } from '@shipmate/tools';
import { expect, it } from 'vitest';

it('docs/tools.md matches the registry; otherwise run: pnpm --filter @shipmate/tools docs', async () => {
  const page = await readFile(new URL('../../../docs/tools.md', import.meta.url), 'utf8');
  expect(page).toBe(toToolTable(allTools));
});

it('the registry keeps the names and routes that clients use', () => {
  expect(allTools.map(({ name, category, route }) => [name, category, route])).toEqual([
    ['getChartContext', 'chart', undefined],
    ['proposePlan', 'plan', undefined],
    ['textEditor', 'chart', 'editor'],
    ['renameFile', 'chart', undefined],
    ['deleteFile', 'chart', undefined],
    ['renderChart', 'chart', undefined],
    ['validateChart', 'chart', undefined],
    ['latestSubchartVersion', 'chart', 'versions/subchart'],
    ['latestKubernetesVersion', 'chart', 'versions/kubernetes'],
    ['find_problems', 'cluster', undefined],
    ['kubectl_contexts', 'cluster', undefined],
    ['kubectl_get', 'cluster', undefined],
    ['kubectl_describe', 'cluster', undefined],
    ['kubectl_logs', 'cluster', undefined],
    ['kubectl_events', 'cluster', undefined],
    ['kubectl_top', 'cluster', undefined],
    ['kubectl_rollout_history', 'cluster', undefined],
    ['kubectl_apply_dryrun', 'cluster', undefined],
    ['kubectl_patch_dryrun', 'cluster', undefined],
    ['kubectl_delete_dryrun', 'cluster', undefined],
    ['kubectl_apply', 'cluster', undefined],
    ['kubectl_patch', 'cluster', undefined],
    ['kubectl_scale', 'cluster', undefined],
    ['kubectl_rollout_restart', 'cluster', undefined],
    ['kubectl_delete', 'cluster', undefined],
    ['search_capabilities', 'cluster', undefined],
    ['get_resource_schema', 'cluster', undefined],
    ['search_patterns', 'cluster', undefined],
    ['discover_operations', 'operations', undefined],
    ['get_operation_parameters', 'operations', undefined],
    ['run_operation', 'operations', undefined],
    ['discover_action_types', 'workflow', undefined],
    ['discover_trigger_types', 'workflow', undefined],
    ['discover_entities', 'workflow', undefined],
    ['list_workflow_rules', 'workflow', undefined],
    ['get_workflow_rule', 'workflow', undefined],
    ['explain_workflow_node', 'workflow', undefined],
    ['list_my_alerts', 'workflow', undefined],
    ['get_alert_detail', 'workflow', undefined],
    ['list_alerts_for_rule', 'workflow', undefined],
    ['validate_workflow', 'workflow', undefined],
    ['preview_workflow', 'workflow', undefined],
    ['start_draft', 'workflow', undefined],
    ['add_draft_action', 'workflow', undefined],
    ['remove_draft_action', 'workflow', undefined],
    ['preview_draft', 'workflow', undefined],
    ['create_workflow', 'workflow', undefined],
    ['update_workflow', 'workflow', undefined],
    ['start_workflow', 'workflow', undefined],
    ['describe_entity', 'tables', undefined],
    ['query_entity_rows', 'tables', undefined],
    ['analyzeCodeStructure', 'code', undefined],
    ['findReferences', 'code', undefined],
    ['analyzeDependencies', 'code', undefined],
    ['replaceSymbol', 'code', undefined],
    ['insertAtSymbol', 'code', undefined],
  ]);
});
