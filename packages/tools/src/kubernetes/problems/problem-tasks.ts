import {
  type ClusterReport,
  countProblems,
  findProblems,
  type Problem,
  type ProblemCounts,
  type ProblemSeverity,
  problemSeverities,
  summarizeHealth,
  toHealthView,
  toProblemView,
} from '@shipmate/domain/cluster';
import {
  type DeclaredPurposes,
  observeScope,
  type ScopeObservation,
  takeBaseline,
  type WatchBaseline,
  type WatchTargets,
} from '@shipmate/domain/remediation';
import { countFitting } from '../answer/fitting.ts';
import { type ClusterText, parseClusterText } from './cluster-text.ts';
import { describeProblems } from './describe-problems.ts';

/** The problems that an answer shows. */
interface ProblemPage {
  readonly severity: ProblemSeverity;
  /** The number of problems that earlier pages showed. */
  readonly shown: number;
  readonly limit: number;
  /** Room for their descriptions, in tokens. */
  readonly room: number;
}

/** A page of the problems of a cluster, and the counts of all. */
interface ProblemReport extends Pick<ClusterReport, 'health' | 'problems'> {
  readonly counts: ProblemCounts;
  /** The number of problems of the wanted severities. */
  readonly found: number;
}

/** Applies the rules to a cluster and returns a page of the problems. */
export function reportProblems(text: ClusterText, { severity, shown, limit, room }: ProblemPage): ProblemReport {
  const objects = parseClusterText(text);
  const all = findProblems(objects).filter((problem) => isInside(problem, text));
  const wanted = problemSeverities.slice(0, problemSeverities.indexOf(severity) + 1);
  const found = all.filter((problem) => wanted.includes(problem.severity));
  const rest = found.slice(shown, shown + limit);
  const fitting = countFitting(describeProblems(rest, text.scope.now), room);
  return {
    counts: countProblems(all),
    health: toHealthView(summarizeHealth(objects, all)),
    found: found.length,
    problems: rest.slice(0, fitting).map(toProblemView),
  };
}

/** Applies the rules to a cluster and returns all problems of its scope. */
export function listProblems(text: ClusterText): readonly Problem[] {
  return findProblems(parseClusterText(text)).filter((problem) => isInside(problem, text));
}

/** Records the state of a cluster before a change, from the parts of it that were read. */
export function takeTextBaseline(texts: readonly ClusterText[], targets: WatchTargets): WatchBaseline {
  return takeBaseline(texts.map(parseClusterText), targets);
}

/** Compares a cluster with the state before a change. */
export function observeText(
  texts: readonly ClusterText[],
  before: WatchBaseline,
  purposes: DeclaredPurposes,
): ScopeObservation {
  return observeScope(texts.map(parseClusterText), before, purposes);
}

function isInside({ object }: Problem, { scope: { namespace } }: ClusterText): boolean {
  return namespace === undefined || object.namespace === namespace;
}
