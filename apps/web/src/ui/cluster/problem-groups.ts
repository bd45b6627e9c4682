import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';

export type ProblemView = ClusterReportResponse['problems'][number];
export type Severity = ProblemView['severity'];
type ObjectRef = ProblemView['root'];

/** The problems of one workload or other object. */
export interface ProblemGroup {
  readonly root: ObjectRef;
  /** The worst severity of its problems. */
  readonly severity: Severity;
  /** Causes first. */
  readonly problems: readonly ProblemView[];
}

/** The filter of the shown problems. */
interface ProblemFilter {
  /** Empty for all namespaces and for cluster-scoped objects. */
  readonly namespace: string;
  readonly severities: ReadonlySet<Severity>;
}

export const severities: readonly Severity[] = ['critical', 'warning', 'info'];

/** Groups problems by object; keeps the server's order. */
export function groupProblems(problems: readonly ProblemView[]): readonly ProblemGroup[] {
  return [...Map.groupBy(problems, ({ root }) => toTitle(root)).values()].flatMap((group) => {
    const [first] = group;
    const severity = severities.find((each) => group.some((problem) => problem.severity === each));
    return first && severity ? [{ root: first.root, severity, problems: group }] : [];
  });
}

/** Returns the groups that pass a filter. */
export function filterGroups(
  groups: readonly ProblemGroup[],
  { namespace, severities: wanted }: ProblemFilter,
): readonly ProblemGroup[] {
  return groups.filter(
    ({ root, severity }) => wanted.has(severity) && (namespace === '' || root.namespace === namespace),
  );
}

/** Returns the unique title of an object. */
export function toTitle({ kind, namespace, name }: ObjectRef): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
