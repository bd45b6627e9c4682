import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';

export type DraftAction = RuleDefinitionView['actions'][number];
export type DraftEdge = RuleDefinitionView['edges'][number];

/** The output ports of action types, the default port first. */
export type PortsOf = (type: string) => readonly string[];

/** A rule that a person has only begun. */
export const emptyDraft: RuleDefinitionView = {
  name: '',
  description: '',
  isActive: true,
  entity: '',
  trigger: 'on_update',
  triggerConditions: [],
  actions: [],
  edges: [],
};

/** Adds an action after another one, at its default output; after the start if the rule has none. Returns its id, too. */
export function addAction(
  draft: RuleDefinitionView,
  { type, after, portsOf }: { readonly type: string; readonly after: string | undefined; readonly portsOf: PortsOf },
): { readonly draft: RuleDefinitionView; readonly id: string } {
  // The server replaces this id; no index of an action has this form.
  const id = `temp:new-${crypto.randomUUID()}`;
  const name = findFreeName(type, draft.actions);
  const action: DraftAction = { id, name, description: '', type, config: {}, isActive: true };
  const hasStart = draft.edges.some(({ source }) => source === null);
  const source = draft.actions.find((each) => each.id === after) ?? (hasStart ? draft.actions.at(-1) : undefined);
  const next = { ...draft, actions: [...draft.actions, action] };
  const output = source ? (portsOf(source.type)[0] ?? null) : null;
  return { id, draft: connect(next, { source: source?.id ?? null, target: id, output }) };
}

/** Removes an action. If one connection leads to it and one away from it, both ends are connected. */
export function removeAction(draft: RuleDefinitionView, id: string): RuleDefinitionView {
  const before = draft.edges.filter(({ target }) => target === id);
  const after = draft.edges.filter(({ source }) => source === id);
  const rest = {
    ...draft,
    actions: draft.actions.filter((action) => action.id !== id),
    edges: draft.edges.filter(({ source, target }) => source !== id && target !== id),
  };
  const [first, last] = [before[0], after[0]];
  if (!first || !last || before.length > 1 || after.length > 1) return rest;
  return connect(rest, { ...first, target: last.target });
}

/** Changes an action; its id stays the same. */
export function changeAction(
  draft: RuleDefinitionView,
  id: string,
  change: Partial<Omit<DraftAction, 'id'>>,
): RuleDefinitionView {
  return { ...draft, actions: draft.actions.map((action) => (action.id === id ? { ...action, ...change } : action)) };
}

/** Adds a connection, unless it exists or leads to its own source. */
export function connect(
  draft: RuleDefinitionView,
  { source, target, output }: Pick<DraftEdge, 'source' | 'target' | 'output'>,
): RuleDefinitionView {
  const isKnown = draft.edges.some(
    (edge) => edge.source === source && edge.target === target && edge.output === output,
  );
  if (isKnown || source === target) return draft;
  const order = Math.max(-1, ...draft.edges.map((edge) => edge.order)) + 1;
  return { ...draft, edges: [...draft.edges, { kind: toKind(source, output), source, target, output, order }] };
}

/** Changes the output or the target of a connection. */
export function changeEdge(
  draft: RuleDefinitionView,
  edge: DraftEdge,
  change: Partial<Pick<DraftEdge, 'output' | 'target'>>,
): RuleDefinitionView {
  const next = { ...edge, ...change };
  const changed = { ...next, kind: toKind(next.source, next.output) };
  return { ...draft, edges: draft.edges.map((each) => (each === edge ? changed : each)) };
}

/** Removes a connection. */
export function disconnect(draft: RuleDefinitionView, edge: DraftEdge): RuleDefinitionView {
  return { ...draft, edges: draft.edges.filter((each) => each !== edge) };
}

function toKind(source: string | null, output: string | null): DraftEdge['kind'] {
  if (source === null) return 'start';
  return output === null ? 'always' : 'sequence';
}

function findFreeName(type: string, actions: readonly DraftAction[]): string {
  const words = type.replaceAll('_', ' ');
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const taken = new Set(actions.map((action) => action.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
