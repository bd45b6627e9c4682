/** Kinds of work that a person can start: a chart change, a question about a cluster, or the fix of an issue. */
export const workKinds = ['chart', 'cluster_question', 'fix'] as const;
export type WorkKind = (typeof workKinds)[number];

/** What is open and configured while a person writes. */
export interface WorkContext {
  /** False when no cluster is configured; every request is then about a chart. */
  readonly hasCluster: boolean;
}

const chartWords =
  /\b(helm|charts?|subcharts?|values(\.yaml)?|templates?|dependenc(y|ies)|ingress(es)?|autoscaler|hpa|artifacthub|manifests?|production ready)\b/i;
const fixWords = /\b(fix|repair|remediate|resolve|heal|recover|unblock|roll ?back)\b/i;
const clusterWords =
  /\b(clusters?|pods?|nodes?|namespaces?|deployments?|statefulsets?|daemonsets?|jobs?|logs?|events?|crash\w*|oom\w*|evicted|pending|unhealthy|degraded|failing|fails|failed|down|slow|restart\w*|unreachable|not ready|errors?|broken)\b/i;
const questionStart =
  /^\s*(why|what|which|how|who|where|when|is|are|does|do|did|has|have|show|list|check|investigate|find)\b/i;

/**
 * Guesses the kind of work from a person's words: the words of charts come first, then words of repair, then questions and
 * symptoms. A request without any of them is about a chart.
 */
export function guessWorkKind(text: string, { hasCluster }: WorkContext): WorkKind {
  if (!hasCluster || chartWords.test(text)) return 'chart';
  if (fixWords.test(text)) return 'fix';
  return clusterWords.test(text) || questionStart.test(text) ? 'cluster_question' : 'chart';
}
