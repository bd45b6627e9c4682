import { nearestNames } from '../../search/nearest-names.ts';
import { type EntityType, findEntity } from '../entity.ts';
import type { RuleDefinition, RuleEdge } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import { findTrigger, triggerNames } from '../trigger.ts';
import { expandAfter, type IdentifiedAction, toPortName } from './expand-after.ts';
import type { WorkflowPayload } from './workflow-payload.ts';

/** Options for {@link toDefinition}. */
export interface ToDefinitionOptions {
  readonly entities: readonly EntityType[];
  /** The rule that the payload changes. Its actions keep their ids, by id or else by name. */
  readonly base?: Pick<RuleDefinition, 'actions'> | undefined;
  /** Creates the id of a new action. */
  readonly createId: () => string;
}

/** A payload whose names are resolved, and the references that could not be. */
export interface ResolvedPayload {
  readonly definition: RuleDefinition;
  readonly problems: readonly RuleProblem[];
}

/** Resolves the names, temporary ids and shorthand edges of a payload. */
export function toDefinition(payload: WorkflowPayload, options: ToDefinitionOptions): ResolvedPayload {
  const problems: RuleProblem[] = [];
  const actions = identifyActions(payload, options, problems);
  const edges = payload.edges?.length ? readEdges(payload, actions, problems) : readAfter(actions, problems);
  return {
    definition: {
      name: payload.name,
      description: payload.description ?? '',
      isActive: payload.is_active && actions.length > 0,
      entity: readEntity(payload, options.entities, problems),
      trigger: readTrigger(payload, problems),
      triggerConditions: payload.trigger_conditions?.field_conditions ?? [],
      ...(payload.noise && { noise: payload.noise }),
      ...(payload.schedule && { schedule: { cron: payload.schedule.cron, timeZone: payload.schedule.time_zone } }),
      actions: actions.map(({ id, name, description = '', action_type, action_config, is_active }) => ({
        id,
        name,
        description,
        type: action_type,
        config: action_config,
        isActive: is_active,
      })),
      edges,
    },
    problems,
  };
}

function identifyActions(
  { actions }: WorkflowPayload,
  { base, createId }: ToDefinitionOptions,
  problems: RuleProblem[],
): readonly IdentifiedAction[] {
  const known = new Set(base?.actions.map(({ id }) => id));
  const idByName = new Map(base?.actions.map(({ id, name }) => [name, id]));
  const used = new Set<string>();
  return actions.map((action, index) => {
    const named = idByName.get(action.name);
    const wanted = action.id !== undefined && known.has(action.id) ? action.id : named;
    if (action.id !== undefined && !known.has(action.id) && !action.id.startsWith('temp:')) {
      problems.push(
        toRuleError({
          path: `actions[${index}].id`,
          code: 'BAD_REF',
          message: `The rule has no action with id "${action.id}".`,
          hint: 'Leave out the id of a new action.',
        }),
      );
    }
    const id = wanted !== undefined && !used.has(wanted) ? wanted : createId();
    used.add(id);
    return { ...action, id };
  });
}

function readAfter(actions: readonly IdentifiedAction[], problems: RuleProblem[]): readonly RuleEdge[] {
  const { edges, problems: unknown } = expandAfter(actions);
  problems.push(...unknown);
  return edges;
}

function readEdges(
  { actions: written, edges }: WorkflowPayload,
  actions: readonly IdentifiedAction[],
  problems: RuleProblem[],
): readonly RuleEdge[] {
  const idOf = new Map<string, string>();
  for (const [index, { id, name }] of actions.entries()) {
    for (const reference of [name, written[index]?.id, `temp:${index}`, id]) if (reference) idOf.set(reference, id);
  }
  const resolve = (reference: string, path: string): string | undefined => {
    const id = idOf.get(reference);
    if (id === undefined) {
      problems.push(
        toRuleError({
          path,
          code: 'BAD_REF',
          message: `"${reference}" is no action of this rule.`,
          hint: 'Use the id of an action, its name, or temp:N for the action at index N.',
        }),
      );
    }
    return id;
  };
  return (edges ?? []).flatMap((edge, index) => {
    const path = `edges[${index}]`;
    const { source_action_id: source, edge_type: kind, source_output: output, edge_order: order = index } = edge;
    const target = resolve(edge.target_action_id, `${path}.target_action_id`);
    const isStart = kind === 'start';
    if (isStart && source !== '') {
      problems.push(
        toRuleError({
          path: `${path}.source_action_id`,
          code: 'BAD_REF',
          message: 'A start edge has no source.',
          hint: 'Leave it empty.',
        }),
      );
    }
    const from = isStart ? null : resolve(source, `${path}.source_action_id`);
    if (target === undefined || from === undefined) return [];
    return [{ kind, source: from, target, output: output ? toPortName(output) : null, order }];
  });
}

function readEntity(
  { entity, entity_id: id }: WorkflowPayload,
  entities: readonly EntityType[],
  problems: RuleProblem[],
): string {
  const wanted = entity ?? id ?? '';
  const found = findEntity(entities, wanted);
  if (found) return found.name;
  const near = nearestNames(
    wanted,
    entities.map(({ name }) => name),
  );
  problems.push(
    toRuleError({
      path: entity === undefined && id !== undefined ? 'entity_id' : 'entity',
      code: 'ENTITY_NOT_FOUND',
      message: wanted === '' ? 'The rule names no entity.' : `No entity is named "${wanted}".`,
      hint: near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'Use discover_entities to list the entities.',
    }),
  );
  return wanted;
}

function readTrigger({ trigger_type: name, trigger_type_id: id }: WorkflowPayload, problems: RuleProblem[]) {
  const wanted = name ?? id ?? '';
  const found = findTrigger(wanted);
  if (found) return found.name;
  problems.push(
    toRuleError({
      path: name === undefined && id !== undefined ? 'trigger_type_id' : 'trigger_type',
      code: 'TRIGGER_NOT_FOUND',
      message: wanted === '' ? 'The rule names no trigger.' : `No trigger is named "${wanted}".`,
      hint: `Triggers: ${triggerNames.join(', ')}.`,
    }),
  );
  return 'manual' as const;
}
