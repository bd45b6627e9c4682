import { type KubeObject, type ObjectReference, ownerOf, referenceOf } from '../object/kube-object.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import { type Problem, problemSeverities } from './problem.ts';
import type { Finding } from './problem-rule.ts';
import { problemRules } from './problem-rules.ts';

const maxOwners = 5;

/**
 * Runs all rules and returns their problems: the worst first, grouped by root, causes before consequences.
 */
export function findProblems(objects: ClusterObjects): readonly Problem[] {
  const problems = problemRules.flatMap((rule) => rule(objects)).map((finding) => toProblem(finding, objects));
  const merged = [...Map.groupBy(problems, identify).values()].flatMap(merge);
  const bySeverity = merged.toSorted((one, other) => rankOf(one) - rankOf(other));
  const groups = [...Map.groupBy(bySeverity, ({ root }) => keyOf(root)).values()];
  return groups.toSorted((one, other) => compareFirst(one, other)).flatMap(causesFirst);
}

function toProblem({ object, ...finding }: Finding, objects: ClusterObjects): Problem {
  return { isSymptom: false, ...finding, object: referenceOf(object), root: rootOf(object, objects), alike: [] };
}

function causesFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((one, other) => Number(one.isSymptom) - Number(other.isSymptom));
}

/** Returns the topmost known controller of an object. */
function rootOf(object: KubeObject, objects: ClusterObjects): ObjectReference {
  let root = object;
  for (let depth = 0; depth < maxOwners; depth += 1) {
    const owner = objects.ownerOf(root);
    if (owner === undefined) return ownerOf(root) ?? referenceOf(root);
    root = owner;
  }
  return referenceOf(root);
}

/** Returns a key that problems share if they differ only in the pod. */
function identify({ root, reason, object, message }: Problem): string {
  return JSON.stringify([keyOf(root), object.kind, reason, message.replaceAll(/\d+/g, '#')]);
}

function merge([first, ...others]: readonly Problem[]): readonly Problem[] {
  if (first === undefined) return [];
  const alike = new Set(others.map(({ object }) => object.name).filter((name) => name !== first.object.name));
  const isOneObject = alike.size === 0;
  return isOneObject
    ? [first, ...others.filter(({ message }) => message !== first.message)]
    : [{ ...first, alike: [...alike] }];
}

function compareFirst([one]: readonly Problem[], [other]: readonly Problem[]): number {
  if (!one || !other) return 0;
  return rankOf(one) - rankOf(other) || compareTexts(keyOf(one.root), keyOf(other.root));
}

/** Compares different texts. Far faster than localeCompare, and names are ASCII. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function rankOf({ severity }: Problem): number {
  return problemSeverities.indexOf(severity);
}

function keyOf({ kind, namespace = '', name }: ObjectReference): string {
  return `${namespace}/${kind}/${name}`;
}
