import { type Problem, problemSeverities, type ProblemSeverity } from '../problems/problem.ts';

/** The number of owners with a problem, by severity. */
export type ProblemCounts = Readonly<Record<ProblemSeverity, number>>;

/** Counts the root objects of problems, each by its worst severity. */
export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const byRoot = Map.groupBy(problems, ({ root }) => `${root.namespace}/${root.kind}/${root.name}`);
  const worst = [...byRoot.values()].map((group) =>
    problemSeverities.find((severity) => group.some((problem) => problem.severity === severity)),
  );
  const count = (severity: ProblemSeverity) => worst.filter((each) => each === severity).length;
  return { critical: count('critical'), warning: count('warning'), info: count('info') };
}
