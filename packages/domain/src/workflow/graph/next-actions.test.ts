import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RuleAction, RuleEdge } from '../rule.ts';
import { formatFlowOutline } from './flow-outline.ts';
import { nextActions } from './next-actions.ts';
import { depthsFromStart, findCycle, toRuleGraph } from './rule-graph.ts';

const action = (id: string, type = 'log_audit_entry', isActive = true): RuleAction => ({
  id,
  name: id.toUpperCase(),
  description: '',
  type,
  config: {},
  isActive,
});

const edge = (source: string | null, target: string, output: string | null = null): RuleEdge => ({
  kind: source === null ? 'start' : output === null ? 'always' : 'sequence',
  source,
  target,
  output,
  order: 0,
});

/** A condition with two branches that join, and a tail. */
const diamond = toRuleGraph({
  actions: [action('if', 'evaluate_condition'), action('yes'), action('no'), action('also'), action('join')],
  edges: [
    edge(null, 'if'),
    edge('if', 'yes', 'true'),
    edge('if', 'also', 'true'),
    edge('if', 'no', 'false'),
    edge('yes', 'join', 'success'),
    edge('also', 'join', 'success'),
    edge('no', 'join', 'success'),
  ],
});

const idsOf = (outcomes: Record<string, string>) => {
  const { ready, skipped, unreached } = nextActions(diamond, new Map(Object.entries(outcomes)));
  return {
    ready: ready.map(({ id }) => id),
    skipped: skipped.map(({ id }) => id),
    unreached: unreached.map(({ id }) => id),
  };
};

it.each<[string, Record<string, string>, Partial<ReturnType<typeof idsOf>>]>([
  ['nothing has run', {}, { ready: ['if'], unreached: [] }],
  ['the condition holds', { if: 'true' }, { ready: ['yes', 'also'], unreached: ['no'] }],
  ['one of two branches has ended', { if: 'true', yes: 'success' }, { ready: ['also'] }],
  ['both branches have ended', { if: 'true', yes: 'success', also: 'success' }, { ready: ['join'] }],
  ['one branch has failed', { if: 'true', yes: 'failure', also: 'success' }, { ready: ['join'] }],
  [
    'all branches have failed',
    { if: 'true', yes: 'failure', also: 'failure' },
    { ready: [], unreached: ['no', 'join'] },
  ],
  ['the condition does not hold', { if: 'false' }, { ready: ['no'], unreached: ['yes', 'also'] }],
])('nextActions returns the actions to run when %s', (_name, outcomes, expected) => {
  expect(idsOf(outcomes)).toMatchObject(expected);
});

it('nextActions skips an inactive action and follows its default port', () => {
  const graph = toRuleGraph({
    actions: [action('wait', 'lookup_entity', false), action('then'), action('else')],
    edges: [edge(null, 'wait'), edge('wait', 'then', 'found'), edge('wait', 'else', 'not_found')],
  });
  const { ready, skipped, unreached } = nextActions(graph, new Map());
  expect([ready, skipped, unreached].map((list) => list.map(({ id }) => id))).toEqual([['then'], ['wait'], ['else']]);
});

it('formatFlowOutline lists each action under its port and repeats none', () => {
  expect(formatFlowOutline(diamond)).toBe(
    [
      'IF (evaluate_condition)',
      '  [true] YES (log_audit_entry)',
      '    [success] JOIN (log_audit_entry)',
      '  [true] ALSO (log_audit_entry)',
      '    [success] JOIN (log_audit_entry) ↻ (continues above)',
      '  [false] NO (log_audit_entry)',
      '    [success] JOIN (log_audit_entry) ↻ (continues above)',
    ].join('\n'),
  );
});

const randomGraph = fc
  .record({
    size: fc.integer({ min: 1, max: 12 }),
    links: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom(null, 'success', 'failure')), { maxLength: 30 }),
    inactive: fc.array(fc.nat(11), { maxLength: 4 }),
  })
  .map(({ size, links, inactive }) =>
    toRuleGraph({
      actions: Array.from({ length: size }, (_, index) =>
        action(`n${index}`, 'log_audit_entry', !inactive.includes(index)),
      ),
      edges: [
        edge(null, 'n0'),
        ...links.flatMap(([from, to, port]) => {
          const [low, high] = [Math.min(from, to), Math.max(from, to)];
          return low === high || high >= size ? [] : [edge(`n${low}`, `n${high}`, port)];
        }),
      ],
    }),
  );

it('nextActions runs each action at most once, after everything that leads to it, and reaches an end', () => {
  fc.assert(
    fc.property(
      randomGraph,
      fc.array(fc.constantFrom('success', 'failure'), { minLength: 12, maxLength: 12 }),
      (graph, ports) => {
        const outcomes = new Map<string, string>();
        for (let { ready } = nextActions(graph, outcomes); ready.length > 0; { ready } = nextActions(graph, outcomes)) {
          const [first] = ready;
          expect(first && outcomes.has(first.id)).toBe(false);
          if (first) outcomes.set(first.id, ports[outcomes.size] ?? 'success');
        }
        const { skipped, unreached } = nextActions(graph, outcomes);
        expect(outcomes.size + skipped.length + unreached.length).toBe(graph.actions.size);
        for (const id of outcomes.keys()) expect(depthsFromStart(graph).has(id)).toBe(true);
      },
    ),
  );
});

it('findCycle finds a cycle exactly when an edge leads back', () => {
  fc.assert(
    fc.property(randomGraph, fc.boolean(), (graph, isCyclic) => {
      const edges = [...graph.outgoing.values()].flat();
      const [first] = edges;
      const back = isCyclic && first?.source ? [edge(first.target, first.source)] : [];
      const closed = toRuleGraph({ actions: [...graph.actions.values()], edges: [...edges, ...back] });
      const cycle = findCycle(closed);
      expect(cycle.length > 0).toBe(back.length > 0);
      expect(cycle.at(0)).toBe(cycle.at(-1));
    }),
  );
});
