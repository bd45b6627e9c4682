import { expect, it } from 'vitest';
import type { RuleAction } from '../rule.ts';
import { type CascadeRule, findCascades } from './find-cascades.ts';

const entity = 'core.tasks';

type Subject = Pick<RuleAction, 'type' | 'config'> & { readonly overrides?: Partial<CascadeRule> };

function rule(id: string, trigger: CascadeRule['trigger'], { overrides = {}, ...action }: Subject): CascadeRule {
  return {
    id,
    name: `Rule ${id}`,
    isActive: true,
    entity,
    trigger,
    triggerConditions: [],
    actions: [{ id: `${id}1`, name: 'Write', description: '', isActive: true, ...action }],
    edges: [{ kind: 'start', source: null, target: `${id}1`, output: null, order: 0 }],
    ...overrides,
  };
}

const create = { type: 'create_entity', config: { target_entity: entity, fields: { title: 'x' } } };
const setTo = (new_value: string) => ({
  type: 'update_field',
  config: { target_entity: entity, target_field: 'status', new_value },
});
const changedTo = (value: string) => [{ field_name: 'status', operator: 'equals' as const, value }];
const behindPort: Partial<CascadeRule> = {
  edges: [
    { kind: 'start', source: null, target: 'if', output: null, order: 0 },
    { kind: 'sequence', source: 'if', target: 'a1', output: 'true', order: 1 },
  ],
};

it.each<[string, readonly CascadeRule[], string[]]>([
  ['a rule that creates rows of its own entity on creation', [rule('a', 'on_create', create)], ['CASCADE_LOOP']],
  [
    'a rule that creates rows only behind a condition',
    [rule('a', 'on_create', { ...create, overrides: behindPort })],
    ['CASCADE_POSSIBLE'],
  ],
  ['a rule that writes the same value again', [rule('a', 'on_update', setTo('done'))], ['CASCADE_POSSIBLE']],
  ['a rule that writes the time', [rule('a', 'on_update', setTo('{{$now}}'))], ['CASCADE_LOOP']],
  [
    'two rules that set one field to different values',
    [rule('a', 'on_update', setTo('open')), rule('b', 'on_update', setTo('closed'))],
    ['CASCADE_LOOP'],
  ],
  [
    'two rules whose conditions the writes satisfy',
    [
      rule('a', 'on_update', { ...setTo('open'), overrides: { triggerConditions: changedTo('closed') } }),
      rule('b', 'on_update', { ...setTo('closed'), overrides: { triggerConditions: changedTo('open') } }),
    ],
    ['CASCADE_LOOP'],
  ],
  [
    'rules whose conditions the writes exclude',
    [
      rule('a', 'on_update', { ...setTo('open'), overrides: { triggerConditions: changedTo('closed') } }),
      rule('b', 'on_update', { ...setTo('waiting'), overrides: { triggerConditions: changedTo('open') } }),
    ],
    [],
  ],
  [
    'an inactive other rule',
    [rule('a', 'on_update', create), rule('b', 'on_create', { ...setTo('x'), overrides: { isActive: false } })],
    [],
  ],
  ['a rule that writes another event', [rule('a', 'on_delete', create)], []],
])('findCascades of %s', (_name, [subject, ...others], expected) => {
  expect(findCascades(subject as CascadeRule, others).map(({ code }) => code)).toEqual(expected);
});

it('findCascades names the actions and rules of a loop', () => {
  const [problem] = findCascades(rule('a', 'on_update', create), [rule('b', 'on_create', setTo('{{$now}}'))]);
  expect(problem?.message).toBe(
    'The rule triggers itself without end: "Rule a" → "Write" (on_create of core.tasks) → "Rule b" → "Write" (on_update of core.tasks) → "Rule a".',
  );
});

it('findCascades of a hundred rules that all trigger each other stays bounded', () => {
  const others = Array.from({ length: 100 }, (_, index) => rule(`r${index}`, 'on_update', setTo(`v${index}`)));
  const problems = findCascades(rule('a', 'on_update', setTo('open')), others);
  expect(problems).toHaveLength(10);
});

it('finds the loop of a rule among 20,000 rules that all trigger each other', () => {
  const others = Array.from({ length: 20_000 }, (_, index) => rule(`o${index}`, 'on_update', setTo('open')));
  const trigger = { overrides: { triggerConditions: changedTo('closed') } };
  const last = rule('last', 'on_update', setTo('closed'));
  const subject = rule('a', 'on_update', { ...setTo('open'), ...trigger });
  const problems = findCascades(subject, [...others, last]);
  expect(problems).toMatchObject([{ code: 'CASCADE_LOOP', message: expect.stringContaining('Rule last') }]);
});
