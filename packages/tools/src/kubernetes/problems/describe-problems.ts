import type { Problem } from '@shipmate/domain/cluster';
import type { ObjectReference } from '@shipmate/domain/cluster/object';
import { ageOf } from '../object/age.ts';

const maxNames = 3;

/**
 * Describes problems in a few lines each: the finding, its objects, the evidence, and the next step. Consequences get
 * one line.
 */
export function describeProblems(problems: readonly Problem[], now: Date): readonly string[] {
  const explained = new Set(problems.filter(({ isSymptom }) => !isSymptom).map(({ root }) => toTitle(root)));
  return problems.map((problem) =>
    problem.isSymptom && explained.has(toTitle(problem.root))
      ? `${toHead(problem, now)}: ${problem.message}`
      : describeFully(problem, now),
  );
}

function describeFully(problem: Problem, now: Date): string {
  return [
    toHead(problem, now),
    `  ${problem.message}`,
    ...problem.evidence.map(({ of, path, value }) => `  ${of === undefined ? '' : `${of} `}${path} = ${value}`),
    `  → ${problem.next}`,
  ].join('\n');
}

function toHead({ severity, reason, object, root, since, alike }: Problem, now: Date): string {
  return [
    `${severity} ${reason}: ${toTitle(object)}`,
    ...(alike.length > 0 ? [`also ${listNames(alike)}`] : []),
    ...(toTitle(root) === toTitle(object) ? [] : [`of ${root.kind} ${root.name}`]),
    ...(since === undefined ? [] : [`for ${ageOf(since, now)}`]),
  ].join(', ');
}

function toTitle({ kind, namespace, name }: ObjectReference): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function listNames(names: readonly string[]): string {
  const left = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
