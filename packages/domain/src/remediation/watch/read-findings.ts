import { findProblems } from '../../cluster/problems/find-problems.ts';
import type { Problem } from '../../cluster/problems/problem.ts';
import type { ClusterScope } from './cluster-scope.ts';
import type { WatchedFinding } from './remediation-watch.ts';
import { toTitle } from './title.ts';

/** A finding with the data that decides whether it belongs to an issue. */
export interface ScopeFinding extends WatchedFinding {
  readonly isCritical: boolean;
  readonly rootName: string;
  /** Objects that its evidence names, for example `configmap/settings`. */
  readonly mentions: readonly string[];
}

/** Warnings that predict a fault, or that a fix may well cause, and do not describe the present state. */
const foretelling: ReadonlySet<string> = new Set(['QuotaExhausted', 'CertificateExpiring', 'PortMismatch']);

/** Warnings about the past hour. Restarts are counted container by container instead. */
const historical: ReadonlySet<string> = new Set(['Restarting', 'OOMKilled']);

/** Runs the rules on a scope and returns the findings above severity `info`. */
export function readFindings(scope: ClusterScope): readonly ScopeFinding[] {
  return scope.flatMap((objects) =>
    findProblems(objects)
      .filter(({ object, severity }) => severity !== 'info' && isInside(object.namespace, objects.namespace))
      .map(toFinding),
  );
}

/** Checks whether a finding describes the present state, so that a new one counts. */
export function isPresent({ isCritical, reason }: Pick<ScopeFinding, 'isCritical' | 'reason'>): boolean {
  return isCritical || (!foretelling.has(reason) && !historical.has(reason));
}

function isInside(namespace: string | undefined, scope: string | undefined): boolean {
  return scope === undefined || namespace === scope;
}

function toFinding({ severity, reason, object, root, message, evidence }: Problem): ScopeFinding {
  return {
    reason,
    message,
    object: toTitle(object),
    root: toTitle(root),
    rootName: root.name,
    isCritical: severity === 'critical',
    mentions: evidence.flatMap(({ of, value }) => [value, ...(of === undefined ? [] : [of])]),
  };
}

/**
 * Chooses the findings that a remediation is about: those of its objects, those whose evidence names one of
 * them, and those of objects that the issue names. If some are critical, warnings are left out.
 */
export function chooseIssue(
  findings: readonly ScopeFinding[],
  {
    objects,
    issue,
  }: {
    readonly objects: readonly { readonly kind: string; readonly name: string; readonly title: string }[];
    readonly issue: string;
  },
): readonly WatchedFinding[] {
  const titles = new Set(objects.map(({ title }) => title));
  const mentioned = new Set(objects.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`));
  const words = new Set(issue.split(/[^A-Za-z0-9.-]+/));
  const chosen = findings.filter(
    ({ object, root, rootName, mentions }) =>
      titles.has(object) || titles.has(root) || words.has(rootName) || mentions.some((each) => mentioned.has(each)),
  );
  const critical = chosen.filter(({ isCritical }) => isCritical);
  return (critical.length > 0 ? critical : chosen).map(({ reason, object, root, message }) => ({
    reason,
    object,
    root,
    message,
  }));
}
