import { expect, test } from 'vitest';
import { addAction, changeEdge, connect, disconnect, emptyDraft, removeAction } from './edit-draft.ts';

const portsOf = (type: string) => (type === 'evaluate_condition' ? ['true', 'false'] : ['success', 'failure']);

/** Three actions in a row. */
function setUp() {
  const first = addAction(emptyDraft, { type: 'evaluate_condition', after: undefined, portsOf });
  const second = addAction(first.draft, { type: 'create_alert', after: first.id, portsOf });
  const third = addAction(second.draft, { type: 'create_alert', after: second.id, portsOf });
  return { draft: third.draft, ids: [first.id, second.id, third.id] as const };
}

const edgesOf = ({ edges }: typeof emptyDraft) =>
  edges.map(({ kind, source, output, target }) => [kind, source, output, target]);

test('addAction connects the first action with the start and others with the default output before them', () => {
  const { draft, ids } = setUp();
  expect(draft.actions.map(({ name }) => name)).toEqual(['Evaluate condition', 'Create alert', 'Create alert 2']);
  expect(edgesOf(draft)).toEqual([
    ['start', null, null, ids[0]],
    ['sequence', ids[0], 'true', ids[1]],
    ['sequence', ids[1], 'success', ids[2]],
  ]);
});

test('removeAction connects the actions before and after the removed one', () => {
  const { draft, ids } = setUp();
  expect(edgesOf(removeAction(draft, ids[1]))).toEqual([
    ['start', null, null, ids[0]],
    ['sequence', ids[0], 'true', ids[2]],
  ]);
  expect(edgesOf(removeAction(draft, ids[2]))).toHaveLength(2);
});

test('connect adds a connection once, and none to the action itself', () => {
  const { draft, ids } = setUp();
  const edge = { source: ids[0], target: ids[2], output: 'false' };
  const connected = connect(draft, edge);
  expect(edgesOf(connected).at(-1)).toEqual(['sequence', ids[0], 'false', ids[2]]);
  expect(connect(connected, edge)).toBe(connected);
  expect(connect(draft, { source: ids[0], target: ids[0], output: null })).toBe(draft);
});

test('changeEdge and disconnect change one connection', () => {
  const { draft, ids } = setUp();
  const [, edge] = draft.edges;
  if (!edge) throw new Error('The draft has no such edge.');
  expect(edgesOf(changeEdge(draft, edge, { output: null }))[1]).toEqual(['always', ids[0], null, ids[1]]);
  expect(edgesOf(disconnect(draft, edge))).toHaveLength(2);
});
