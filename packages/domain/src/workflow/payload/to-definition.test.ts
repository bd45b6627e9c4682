import { expect, it } from 'vitest';
import { triggerTypes } from '../trigger.ts';
import { diffRules } from '../diff-rules.ts';
import { toDefinition } from './to-definition.ts';
import { toPayload } from './to-payload.ts';
import { workflowPayloadSchema } from './workflow-payload.ts';

const entities = [{ id: 'e1', name: 'core.tasks', description: '', key: 'id', fields: [] }];
const entry = (name: string, after?: string, id?: string) => ({
  name,
  action_type: name.startsWith('If') ? 'evaluate_condition' : 'log_audit_entry',
  action_config: {},
  ...(after !== undefined && { after }),
  ...(id !== undefined && { id }),
});

function resolve(overrides: object, base?: Parameters<typeof toDefinition>[1]['base']) {
  const payload = workflowPayloadSchema.parse({
    name: 'Rule',
    entity: 'core.tasks',
    trigger_type: 'on_create',
    actions: [],
    ...overrides,
  });
  let next = base?.actions.length ?? 0;
  return toDefinition(payload, { entities, base, createId: () => `new${(next += 1)}` });
}

const edgesOf = (actions: object[], edges?: object[]) => {
  const { definition } = resolve({ actions, ...(edges && { edges }) });
  const names = new Map(definition.actions.map(({ id, name }) => [id, name]));
  return definition.edges.map(({ source, target, output }) => [source && names.get(source), output, names.get(target)]);
};

it.each<[string, object[], unknown[]]>([
  ['the name of an action', [entry('A'), entry('B', 'A')], ['A', 'success', 'B']],
  ['the default port of a condition', [entry('If'), entry('B', 'If')], ['If', 'true', 'B']],
  ['a name and a port', [entry('If'), entry('B', 'If:false')], ['If', 'false', 'B']],
  ['a port with the prefix "output-"', [entry('If'), entry('B', 'If:output-false')], ['If', 'false', 'B']],
  ['a name with a colon', [entry('Alert: low'), entry('B', 'Alert: low')], ['Alert: low', 'success', 'B']],
  ['a name with a colon and a port', [entry('If: low'), entry('B', 'If: low:false')], ['If: low', 'false', 'B']],
])('toDefinition reads "after" with %s', (_name, actions, expected) => {
  expect(edgesOf(actions)).toEqual([[null, null, actions[0] && (actions[0] as { name: string }).name], expected]);
});

it('toDefinition resolves edges by id, name and temp:N, and prefers them to "after"', () => {
  const edges = [
    { edge_type: 'start', target_action_id: 'temp:1' },
    { edge_type: 'sequence', source_action_id: 'B', target_action_id: 'temp:0', source_output: 'failure' },
  ];
  expect(edgesOf([entry('A', 'B'), entry('B')], edges)).toEqual([
    [null, null, 'B'],
    ['B', 'failure', 'A'],
  ]);
});

it('toDefinition keeps the ids of actions by id and by name, and gives new ones to others', () => {
  const { definition: base } = resolve({ actions: [entry('A'), entry('B', 'A')] });
  const [first, second] = base.actions.map(({ id }) => id);
  const { definition } = resolve(
    { actions: [entry('Renamed', undefined, first), entry('B', 'Renamed'), entry('C', 'B')] },
    base,
  );
  expect(definition.actions.map(({ id }) => id)).toEqual([first, second, 'new3']);
  const { added, changed, removed } = diffRules(base, definition);
  expect([added, changed.map(({ after }) => after), removed].map((list) => list.map(({ name }) => name))).toEqual([
    ['C'],
    ['Renamed'],
    [],
  ]);
});

it('toDefinition accepts ids of entities and triggers', () => {
  const { definition, problems } = resolve({
    entity: undefined,
    entity_id: 'e1',
    trigger_type: undefined,
    trigger_type_id: triggerTypes[1]?.id,
  });
  expect(problems).toEqual([]);
  expect(definition).toMatchObject({ entity: 'core.tasks', trigger: 'on_update', isActive: false });
});

it('toPayload returns a payload that resolves to the same rule', () => {
  const { definition } = resolve({
    actions: [entry('If'), entry('B', 'If:false'), entry('C', 'B')],
    description: 'Text',
  });
  const again = toDefinition(workflowPayloadSchema.parse(toPayload(definition)), {
    entities,
    base: definition,
    createId: () => 'none',
  });
  expect(again).toEqual({ definition, problems: [] });
});
