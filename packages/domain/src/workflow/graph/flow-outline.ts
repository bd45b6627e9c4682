import type { RuleEdge } from '../rule.ts';
import type { RuleGraph } from './rule-graph.ts';

/** Maximum number of lines. */
const maxLines = 300;

/**
 * Formats a rule's graph as indented text, one line for each action: `[port] Name (type)`. An action that was listed before
 * ends with `↻ (continues above)`.
 */
export function formatFlowOutline({ actions, starts, outgoing }: RuleGraph): string {
  const lines: string[] = [];
  const seen = new Set<string>();
  const stack: { readonly edge: RuleEdge; readonly depth: number }[] = starts
    .toReversed()
    .map((edge) => ({ edge, depth: 0 }));
  while (stack.length > 0 && lines.length < maxLines) {
    const { edge, depth } = stack.pop() as { readonly edge: RuleEdge; readonly depth: number };
    const action = actions.get(edge.target);
    if (!action) continue;
    const port = edge.output === null ? '' : `[${edge.output}] `;
    const state = action.isActive ? '' : ' — inactive';
    const isRepeated = seen.has(action.id);
    lines.push(
      `${'  '.repeat(depth)}${port}${action.name} (${action.type})${state}${isRepeated ? ' ↻ (continues above)' : ''}`,
    );
    if (isRepeated) continue;
    seen.add(action.id);
    for (const next of (outgoing.get(action.id) ?? []).toReversed()) stack.push({ edge: next, depth: depth + 1 });
  }
  if (stack.length > 0) lines.push(`… more than ${maxLines} lines`);
  return lines.join('\n');
}
