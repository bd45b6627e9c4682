import type { KubeObject } from '../../cluster/object/kube-object.ts';
import type { JsonObject } from '../../cluster/object/read-value.ts';
import type { AutomaticChange } from './automatic-changes.ts';
import type { FieldChange } from './diff-objects.ts';
import { describePath, type FieldPath } from './field-path.ts';
import type { RiskLevel } from './risk-level.ts';

/** The result of a rule for one difference. */
export interface Verdict {
  readonly level: RiskLevel;
  /** A sentence for a person. */
  readonly reason: string;
  /** The kind of change, if automatic mode may execute it. */
  readonly automatic?: AutomaticChange;
}

/** The object whose fields are judged. */
export interface JudgedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
  /** The pod specification after the change; empty for a kind without pods. */
  readonly podSpec: JsonObject;
}

/** Judges a difference; `undefined` if the rule does not cover it. */
export type Judge = (change: FieldChange, object: JudgedObject) => Verdict | undefined;

/** A row of the table of known changes. */
export interface FieldRule {
  /** Steps separated by spaces; `*` matches any one step, a trailing `**` any number of steps. */
  readonly path: string;
  readonly on: readonly FieldChange['operation'][];
  readonly judge: Judge;
}

interface Node {
  readonly next: Map<string, Node>;
  readonly rules: FieldRule[];
  /** Rules for the node and all its descendants. */
  readonly deepRules: FieldRule[];
}

/** The rules of one kind of object, found by path in time linear in the length of the path. */
export interface FieldRules {
  find(change: FieldChange, object: JudgedObject): Verdict | undefined;
  /** Checks whether a rule exists for a descendant of a path. */
  reachesBelow(path: FieldPath): boolean;
}

export function createFieldRules(rules: readonly FieldRule[]): FieldRules {
  const root = createNode();
  for (const rule of rules) {
    const steps = rule.path.split(' ');
    const isDeep = steps.at(-1) === '**';
    const node = (isDeep ? steps.slice(0, -1) : steps).reduce(descend, root);
    (isDeep ? node.deepRules : node.rules).push(rule);
  }
  return {
    find(change, object) {
      const nodes = nodesOf(root, change.path);
      const found = [
        ...(nodes.length > change.path.length ? (nodes.at(-1)?.rules ?? []) : []),
        ...nodes.toReversed().flatMap(({ deepRules }) => deepRules),
      ];
      const applicable = found.filter(({ on }) => on.includes(change.operation));
      for (const { judge } of applicable) {
        const verdict = judge(change, object);
        if (verdict) return verdict;
      }
      return undefined;
    },
    reachesBelow(path) {
      const nodes = nodesOf(root, path);
      return nodes.length > path.length && (nodes.at(-1)?.next.size ?? 0) > 0;
    },
  };
}

/** Returns the rules with a prefix before each path. */
export function under(prefix: string, rules: readonly FieldRule[]): readonly FieldRule[] {
  return rules.map((rule) => ({ ...rule, path: `${prefix} ${rule.path}` }));
}

/** Creates a rule that returns the same level for every difference that it covers. */
export function always(level: RiskLevel, describe: (change: FieldChange) => string): Judge {
  return (change) => ({ level, reason: describe(change) });
}

/** Formats a change, for example `Changes spec.schedule.` */
export function describeChange({ operation, path }: FieldChange): string {
  return `${verbs[operation]} ${describePath(path)}.`;
}

const verbs: Readonly<Record<FieldChange['operation'], string>> = {
  added: 'Adds',
  removed: 'Removes',
  changed: 'Changes',
  reordered: 'Changes the order of',
};

function createNode(): Node {
  return { next: new Map(), rules: [], deepRules: [] };
}

function descend(node: Node, step: string): Node {
  const next = node.next.get(step) ?? createNode();
  node.next.set(step, next);
  return next;
}

/** Returns the nodes from the root along a path, as far as the table has them. */
function nodesOf(root: Node, path: FieldPath): readonly Node[] {
  const nodes = [root];
  for (const step of path) {
    const next = nodes.at(-1)?.next;
    const node = next?.get(step) ?? next?.get('*');
    if (node === undefined) return nodes;
    nodes.push(node);
  }
  return nodes;
}
