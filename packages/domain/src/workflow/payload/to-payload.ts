import type { RuleDefinition } from '../rule.ts';

/** Converts a rule to the payload that clients see: canonical, with every id and edge. */
export function toPayload(definition: RuleDefinition) {
  const { name, description, isActive, entity, trigger, triggerConditions, noise, schedule, actions, edges } =
    definition;
  return {
    name,
    description,
    is_active: isActive,
    entity,
    trigger_type: trigger,
    trigger_conditions: { field_conditions: [...triggerConditions] },
    ...(noise && { noise }),
    ...(schedule && { schedule: { cron: schedule.cron, time_zone: schedule.timeZone } }),
    actions: actions.map((action) => ({
      id: action.id,
      name: action.name,
      description: action.description,
      action_type: action.type,
      action_config: action.config,
      is_active: action.isActive,
    })),
    edges: edges.map(({ kind, source, target, output, order }) => ({
      source_action_id: source ?? '',
      target_action_id: target,
      edge_type: kind,
      ...(output !== null && { source_output: output }),
      edge_order: order,
    })),
  };
}
