import { parseAllDocuments } from 'yaml';
import {
  ClusterObjects,
  findProblems,
  type KubeObject,
  kindOf,
  neededKinds,
  type Problem,
} from '../../src/cluster/index.ts';

/** When the cluster is looked at. */
export const now = new Date('2026-03-01T12:00:00Z');

/** A time so many minutes before that. */
export function minutesAgo(minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString();
}

/** What else is known of what is looked at. */
export interface Surroundings {
  readonly namespace?: string;
  /** Kinds that could not be read. */
  readonly unread?: readonly string[];
}

/** What the rules find in a cluster with these objects, as YAML, and no others. */
export function diagnose(yaml: string, { namespace, unread = [] }: Surroundings = {}): readonly Problem[] {
  const objects = parseAllDocuments(yaml).map((document) => document.toJS() as KubeObject);
  const byKind = Map.groupBy(objects, kindOf);
  const lists = neededKinds
    .filter(({ kind }) => !unread.includes(kind))
    .map(({ kind }) => [kind, { items: byKind.get(kind) ?? [], isComplete: true }] as const);
  return findProblems(new ClusterObjects({ now, namespace }, new Map(lists)));
}

/** Problems in a line each: `critical CrashLoopBackOff Pod/web`. */
export function toLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ severity, reason, object }) => `${severity} ${reason} ${object.kind}/${object.name}`);
}

/** Evidence of all problems, a line each: `path: value`, after the object where it is another one's. */
export function toEvidence(problems: readonly Problem[]): string {
  return problems
    .flatMap(({ evidence }) => evidence)
    .map(({ of, path, value }) => `${of === undefined ? '' : `${of} `}${path}: ${value}`)
    .join('\n');
}

/** Messages of all problems, a line each. */
export function toMessages(problems: readonly Problem[]): string {
  return problems.map(({ message }) => message).join('\n');
}
