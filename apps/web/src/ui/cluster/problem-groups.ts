import type { ClusterReportResponse } from '@shipmate/protocol';

export type ProblemView = ClusterReportResponse['problems'][number];
export type Severity = ProblemView['severity'];
export type ObjectRef = ProblemView['root'];

/** What is wrong with one workload or other object. */
export interface ProblemGroup {
  readonly root: ObjectRef;
  /** The worst of it. */
  readonly severity: Severity;
  /** Causes first. */
  readonly problems: readonly ProblemView[];
}

/** Which problems are shown. */
export interface ProblemFilter {
  /** Empty for all of them, and for what is in no namespace. */
  readonly namespace: string;
  readonly severities: ReadonlySet<Severity>;
}

export const severities: readonly Severity[] = ['critical', 'warning', 'info'];

/** Puts together what belongs to one object; the order stays the server's. */
export function groupProblems(problems: readonly ProblemView[]): readonly ProblemGroup[] {
  return [...Map.groupBy(problems, ({ root }) => toTitle(root)).values()].flatMap((group) => {
    const [first] = group;
    const severity = severities.find((each) => group.some((problem) => problem.severity === each));
    return first && severity ? [{ root: first.root, severity, problems: group }] : [];
  });
}

/** The groups that pass a filter. */
export function filterGroups(
  groups: readonly ProblemGroup[],
  { namespace, severities: wanted }: ProblemFilter,
): readonly ProblemGroup[] {
  return groups.filter(
    ({ root, severity }) => wanted.has(severity) && (namespace === '' || root.namespace === namespace),
  );
}

/** What an object is called, so that no two share it. */
export function toTitle({ kind, namespace, name }: ObjectRef): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
