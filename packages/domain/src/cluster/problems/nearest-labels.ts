import { kindOf, type KubeObject, labelsOf, nameOf, namespaceOf, ownerOf } from '../object/kube-object.ts';
import { type JsonObject, objectAt } from '../object/read-value.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import { evidence } from './evidence.ts';
import { LabelIndex } from './label-index.ts';
import type { ProblemEvidence } from './problem.ts';

/** An object whose labels, or those of its pods, are similar to a selector. */
interface LabelCandidate {
  readonly object: KubeObject;
  /** For example `deployment/web`. */
  readonly reference: string;
  readonly labels: JsonObject;
  readonly path: 'metadata.labels' | 'spec.template.metadata.labels';
}

/** All candidates of a namespace. */
export interface LabelCandidates {
  readonly all: readonly LabelCandidate[];
  readonly index: LabelIndex<LabelCandidate>;
}

/** Limit of label sets that are compared in a namespace. */
const maxCandidates = 200;
/** Similarity from which two values count as variants of one another. */
const similarFrom = 0.5;
const weights = { variant: 0.8, otherKey: 0.7, name: 0.6 } as const;

/** Returns the workloads of a namespace and its pods without a workload, with the labels of their pods. */
function labelCandidates(namespace: string | undefined, objects: ClusterObjects): readonly LabelCandidate[] {
  const workloads = ['Deployment', 'StatefulSet', 'DaemonSet'].flatMap((kind) => objects.in(namespace, kind));
  const pods = objects.in(namespace, 'Pod').filter((pod) => ownerOf(pod) === undefined);
  return [
    ...workloads.map((object): LabelCandidate => {
      const labels = labelsOf(objectAt(object, 'spec', 'template'));
      return { object, reference: referTo(object), labels, path: 'spec.template.metadata.labels' };
    }),
    ...pods.map((object): LabelCandidate => {
      return { object, reference: referTo(object), labels: labelsOf(object), path: 'metadata.labels' };
    }),
  ];
}

/**
 * Returns the candidate whose labels are nearest to a selector; `undefined` if none is similar, or several
 * are equally so.
 */
export function nearestTo(selector: JsonObject, { all }: Pick<LabelCandidates, 'all'>): LabelCandidate | undefined {
  const rated = all
    .slice(0, maxCandidates)
    .map((candidate) => ({ candidate, score: rate(selector, candidate) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const [best, second] = rated;
  return best !== undefined && best.score !== second?.score ? best.candidate : undefined;
}

/** Returns the nearest labels as evidence. */
export function nearestEvidence(nearest: LabelCandidate | undefined): readonly ProblemEvidence[] {
  return nearest === undefined ? [] : evidence(nearest.path, toLabelText(nearest.labels), nearest.reference);
}

/** Formats labels as kubectl does. */
export function toLabelText(labels: JsonObject): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
}

function rate(selector: JsonObject, { object, labels }: LabelCandidate): number {
  const values = new Set(Object.values(labels).map(String));
  const named = Object.values(selector).includes(nameOf(object)) ? weights.name : 0;
  return Object.entries(selector).reduce((sum, [key, wanted]) => {
    if (labels[key] === wanted) return sum + 1;
    const likeness = Object.hasOwn(labels, key) ? compare(String(wanted), String(labels[key])) : 0;
    if (likeness >= similarFrom) return sum + likeness * weights.variant;
    return sum + (values.has(String(wanted)) ? weights.otherKey : 0);
  }, named);
}

/** Returns the similarity of two values, from 0 to 1: the share of letter pairs that both have. */
function compare(one: string, other: string): number {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  if (first === second) return 1;
  const pairs = new Set(pairsOf(first));
  const others = new Set(pairsOf(second));
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * common) / Math.max(1, pairs.size + others.size);
}

function pairsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}

function referTo(object: KubeObject): string {
  return `${kindOf(object).toLowerCase()}/${nameOf(object)}`;
}

/** Returns a function that finds the labels of an object's namespace, once per namespace. */
export function createCandidates(objects: ClusterObjects): (of: KubeObject) => LabelCandidates {
  const known = new Map<string | undefined, LabelCandidates>();
  return (of) => {
    const namespace = namespaceOf(of);
    const found = known.get(namespace) ?? toCandidates(labelCandidates(namespace, objects));
    known.set(namespace, found);
    return found;
  };
}

function toCandidates(all: readonly LabelCandidate[]): LabelCandidates {
  return { all, index: new LabelIndex(all, ({ labels }) => labels) };
}
