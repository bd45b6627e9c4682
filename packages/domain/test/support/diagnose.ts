import { parseAllDocuments } from 'yaml';
import {
  ClusterObjects,
  findProblems,
  type KubeObject,
  kindOf,
  neededKinds,
  type Problem,
} from '../../src/cluster/index.ts';

/** The time at which the cluster is read. */
export const now = new Date('2026-03-01T12:00:00Z');

/** Returns the time a number of minutes before {@link now}. */
export function minutesAgo(minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString();
}

/** Options for {@link diagnose}. */
export interface Surroundings {
  readonly namespace?: string;
  /** Kinds that could not be read. */
  readonly unread?: readonly string[];
}

/** Runs the rules on a cluster of exactly these objects, given as YAML. */
export function diagnose(yaml: string, { namespace, unread = [] }: Surroundings = {}): readonly Problem[] {
  const objects = parseAllDocuments(yaml).map((document) => document.toJS() as KubeObject);
  const byKind = Map.groupBy(objects, kindOf);
  const lists = neededKinds
    .filter(({ kind }) => !unread.includes(kind))
    .map(({ kind }) => [kind, { items: byKind.get(kind) ?? [], isComplete: true }] as const);
  return findProblems(new ClusterObjects({ now, namespace }, new Map(lists)));
}

/** Formats problems, one line each: `critical CrashLoopBackOff Pod/web`. */
export function toLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ severity, reason, object }) => `${severity} ${reason} ${object.kind}/${object.name}`);
}

/**
 * Formats the evidence of all problems, one line each: `path: value`, after the object if it is another one.
 */
export function toEvidence(problems: readonly Problem[]): string {
  return problems
    .flatMap(({ evidence }) => evidence)
    .map(({ of, path, value }) => `${of === undefined ? '' : `${of} `}${path}: ${value}`)
    .join('\n');
}

/** Formats the messages of all problems, one line each. */
export function toMessages(problems: readonly Problem[]): string {
  return problems.map(({ message }) => message).join('\n');
}
