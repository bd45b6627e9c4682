import type { EntityType } from '../entity.ts';
import type { RuleDefinition } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import { checkField } from './validate-conditions.ts';
import { findWindowProblem } from '../noise/maintenance-calendar.ts';

/** Checks the fields and maintenance windows of noise control. Fields are checked only if the entity is known. */
export function validateNoise({ noise }: RuleDefinition, entity: EntityType | undefined): readonly RuleProblem[] {
  if (noise === undefined) return [];
  const { threshold, deduplicate, group, maintenance = [] } = noise;
  const fields = Object.entries({ threshold, deduplicate, group }).flatMap(([part, settings]) =>
    (settings?.fields ?? []).map((field, index) => ({ field, path: `noise.${part}.fields[${index}]` })),
  );
  return [
    ...fields.flatMap(({ field, path }) =>
      entity === undefined || field === 'entity_id' ? [] : checkField(entity, field, path),
    ),
    ...maintenance.flatMap((window, index) => {
      const problem = findWindowProblem(window);
      if (problem === undefined) return [];
      const path = `noise.maintenance[${index}].${problem.field}`;
      return [toRuleError({ path, code: 'NOISE_INVALID', message: problem.message })];
    }),
  ];
}
