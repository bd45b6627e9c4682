import { findEntity } from '../entity.ts';
import type { RuleDefinition } from '../rule.ts';
import type { RuleProblem } from '../rule-problem.ts';
import { validateNoise } from './validate-noise.ts';
import type { RuleCatalog } from './rule-catalog.ts';
import { validateActions } from './validate-actions.ts';
import { validateConditions } from './validate-conditions.ts';
import { validateGraph } from './validate-graph.ts';
import { validateSchedule } from './validate-schedule.ts';
import { validateTemplates } from './validate-templates.ts';

/**
 * Returns all problems of a rule: of its times, conditions and noise control, then of its actions, its graph and its templates.
 * References that a payload did not resolve are reported by `toDefinition`, loops between rules by `findCascades`.
 */
export function validateDefinition(definition: RuleDefinition, catalog: RuleCatalog): readonly RuleProblem[] {
  const { triggerConditions, trigger } = definition;
  const entity = findEntity(catalog.entities, definition.entity);
  return [
    ...validateSchedule(definition),
    ...validateConditions(triggerConditions, { entity, trigger, path: 'trigger_conditions.field_conditions' }),
    ...validateNoise(definition, entity),
    ...validateActions(definition, entity, catalog),
    ...validateGraph(definition),
    ...validateTemplates(definition, entity),
  ];
}
