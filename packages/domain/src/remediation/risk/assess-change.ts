import type { ClusterChange } from '../../cluster/change/cluster-change.ts';
import { kindOf, type KubeObject, nameOf, namespaceOf } from '../../cluster/object/kube-object.ts';
import { isJsonObject, type JsonObject, textAt } from '../../cluster/object/read-value.ts';
import type { AutomaticChange } from './automatic-changes.ts';
import { diffObjects, type FieldChange, maxDepth, partsOf } from './diff-objects.ts';
import { shorten } from './field-path.ts';
import { describeChange, type FieldRules, type JudgedObject, type Verdict } from './field-rule.ts';
import { hasHiddenWrites } from './hidden-writes.ts';
import { effectOf, groupKindOf, isSystemNamespace } from './kind-risk.ts';
import { highestOf, type Risk } from './risk-level.ts';
import { describePowers, podSpecOf } from './pod-powers.ts';
import { judgeRollout } from './rollout-risk.ts';
import { fieldRulesOf, hasFieldRules } from './rules/kind-fields.ts';

/** A change with the object before and after it. */
export interface ChangeInPlace {
  readonly change: ClusterChange;
  /** `undefined` if the change creates the object. */
  readonly before: KubeObject | undefined;
  /** The response to a dry run; `undefined` for a deletion, and if no dry run succeeded. */
  readonly after: KubeObject | undefined;
  /**
   * True if the rules found that something needs the object and that it does not exist; `undefined` if the
   * rules did not run.
   */
  readonly isMissing?: boolean;
}

/** The risk of a change, and the kinds of change that it consists of. */
export interface ChangeAssessment {
  readonly risk: Risk;
  /** The kinds of change that are on the list for automatic mode. */
  readonly automatic: readonly AutomaticChange[];
  /**
   * A sentence about a difference that is not on the list for automatic mode; `undefined` if all differences
   * are on it.
   */
  readonly other: string | undefined;
}

/**
 * Computes the risk of a change from its object before and after. The patch type and statements of a model
 * have no influence. A change without a rule is `high`. The cost is linear in the size of the objects.
 */
export function assessChange(place: ChangeInPlace): ChangeAssessment {
  const { verdicts, consequence } = judge(place);
  const all = consequence === undefined ? verdicts : [...verdicts, consequence];
  const level = highestOf(all.map((verdict) => verdict.level));
  const reasons = all.filter((verdict) => verdict.level === level).map(({ reason }) => reason);
  const other = verdicts.find(({ automatic }) => automatic === undefined);
  return {
    risk: { level, reasons: bound([...new Set(reasons)]).map((reason) => shorten(reason, maxReasonLength)) },
    automatic: [...new Set(verdicts.flatMap(({ automatic }) => automatic ?? []))],
    other: other && shorten(other.reason, maxReasonLength),
  };
}

/** Computes the risk of a change, as {@link assessChange} does. */
export function riskOf(place: ChangeInPlace): Risk {
  return assessChange(place).risk;
}

interface Judgement {
  readonly verdicts: readonly Verdict[];
  /** The interruption that follows from the verdicts; it raises the level and is no change of its own. */
  readonly consequence?: Verdict | undefined;
}

function judge({ change, before, after, isMissing }: ChangeInPlace): Judgement {
  if (change.verb === 'delete') return { verdicts: [high(describeDeletion(before))] };
  if (after === undefined) return { verdicts: [high('No dry run shows the result of the change.')] };
  const place = judgePlace(before ?? after);
  if (before === undefined) return { verdicts: [...place, ...judgeCreation(after, isMissing)] };
  if (!isSameObject(before, after)) return { verdicts: [high('The dry run answered with another object.')] };
  const podSpec = podSpecOf(after);
  const kind = groupKindOf(after);
  const changes = diffObjects(toJudged(before, kind), toJudged(after, kind));
  const rules = fieldRulesOf(kind);
  const verdicts = changes.flatMap((each) => judgeField(each, { rules, object: { before, after, podSpec } }));
  const hidden = hasHiddenWrites(change, after) ? [high(hiddenReason)] : [];
  const shown = verdicts.length === 0 && hidden.length === 0 ? [unchanged] : verdicts;
  return { verdicts: [...place, ...hidden, ...shown], consequence: judgeRollout(after, changes) };
}

const unchanged: Verdict = { level: 'low', reason: 'The dry run shows no difference.' };
const hiddenReason = 'Writes a value that the result does not show, so the two cannot be compared.';

const high = (reason: string): Verdict => ({ level: 'high', reason });

function describeDeletion(before: KubeObject | undefined): string {
  const kind = before === undefined ? 'object' : kindOf(before);
  return `Deletes the ${shorten(kind)}. A deletion cannot be undone.`;
}

function judgePlace(object: KubeObject): readonly Verdict[] {
  const namespace = namespaceOf(object);
  if (namespace === undefined) return [high(`${shorten(kindOf(object))} objects affect the whole cluster.`)];
  return isSystemNamespace(namespace) ? [high(`The namespace ${namespace} belongs to the cluster itself.`)] : [];
}

function judgeCreation(after: KubeObject, isMissing: boolean | undefined): readonly Verdict[] {
  const title = `${shorten(kindOf(after))} "${shorten(nameOf(after))}"`;
  if (groupKindOf(after) !== '/ConfigMap') {
    return [high(`Creates the ${title}. ${effectOf(after)}`), ...describePowers(podSpecOf(after)).map(high)];
  }
  if (isMissing === true) return [{ level: 'medium', reason: `Creates the ${title}, which a workload needs.` }];
  return [high(`Creates the ${title}.${isMissing === false ? ' The rules do not find that something needs it.' : ''}`)];
}

interface Judging {
  readonly rules: FieldRules;
  readonly object: JudgedObject;
}

/** Judges a difference by the table; an added subtree without a rule of its own is judged by its parts. */
function judgeField(change: FieldChange, judging: Judging): readonly Verdict[] {
  const { rules, object } = judging;
  const verdict = rules.find(change, object);
  if (verdict) return [verdict];
  const parts =
    change.operation === 'added' && rules.reachesBelow(change.path) ? partsOf(change.path, change.after) : undefined;
  if (parts === undefined || parts.size === 0 || change.path.length > maxDepth) {
    return [high(`${describeChange(change)} ${describeUnlisted(change, object.after)}`.trim())];
  }
  return [...parts].flatMap(([step, after]) => judgeField({ ...change, path: [...change.path, step], after }, judging));
}

function describeUnlisted({ operation }: FieldChange, after: KubeObject): string {
  if (!hasFieldRules(groupKindOf(after))) return effectOf(after);
  return operation === 'removed' ? '' : 'This is not among the known changes.';
}

function isSameObject(before: KubeObject, after: KubeObject): boolean {
  return (
    groupKindOf(before) === groupKindOf(after) &&
    [['name'], ['namespace'], ['uid']].every(
      (path) => textAt(before, 'metadata', ...path) === textAt(after, 'metadata', ...path),
    )
  );
}

/** Metadata fields that the server updates with every change. */
const serverFields: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
]);

/** Returns the parts of an object that a person or a controller decides about. */
function toJudged(object: KubeObject, kind: string): JsonObject {
  const { metadata, status } = object;
  const fields = Object.entries(isJsonObject(metadata) ? metadata : {})
    .filter(([field]) => !serverFields.has(field))
    .map(([field, value]) => [field, field === 'annotations' ? withoutServerAnnotations(value, kind) : value]);
  // An unknown kind may not have a status subresource, so a patch can change its status.
  const kept = hasFieldRules(kind) ? undefined : status;
  return { ...object, apiVersion: undefined, status: kept, metadata: Object.fromEntries(fields) };
}

/**
 * Removes the annotation in which the API server counts the templates of a DaemonSet; it overwrites the value
 * that a client sends.
 */
function withoutServerAnnotations(annotations: unknown, kind: string): unknown {
  if (kind !== 'apps/DaemonSet' || !isJsonObject(annotations)) return annotations;
  const entries = Object.entries(annotations).filter(([key]) => key !== 'deprecated.daemonset.template.generation');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const maxReasons = 10;
const maxReasonLength = 300;

function bound(reasons: readonly string[]): readonly string[] {
  const left = reasons.length - maxReasons;
  const more = left === 1 ? 'There is 1 more reason.' : `There are ${left} more reasons.`;
  return left > 0 ? [...reasons.slice(0, maxReasons), more] : reasons;
}
