/** Kinds of work that a person can start: a chart change, a question about a cluster, the fix of an issue, or a change of code. */
export const workKinds = ['chart', 'cluster_question', 'fix', 'repository'] as const;
export type WorkKind = (typeof workKinds)[number];

/** What is open and configured while a person writes. */
export interface WorkContext {
  /** False when no cluster is configured; no request is then about a cluster. */
  readonly hasCluster: boolean;
  /** True when there is a repository to work in. Default false. */
  readonly hasRepositories?: boolean;
}

const chartWords =
  /\b(helm|charts?|subcharts?|values(\.yaml)?|templates?|dependenc(y|ies)|ingress(es)?|autoscaler|hpa|artifacthub|manifests?|production ready)\b/i;
const codeWords =
  /\b(code|repo|repositor(y|ies)|tests?|branch(es)?|commits?|functions?|class(es)?|typescript|python|java|lint\w*|compil\w*|refactor\w*)\b/i;
const fixWords = /\b(fix|repair|remediate|resolve|heal|recover|unblock|roll ?back)\b/i;
const clusterWords =
  /\b(clusters?|pods?|nodes?|namespaces?|deployments?|statefulsets?|daemonsets?|jobs?|logs?|events?|crash\w*|oom\w*|evicted|pending|unhealthy|degraded|failing|fails|failed|down|slow|restart\w*|unreachable|not ready|errors?|broken)\b/i;
const questionStart =
  /^\s*(why|what|which|how|who|where|when|is|are|does|do|did|has|have|show|list|check|investigate|find)\b/i;

/**
 * Guesses the kind of work from a person's words: the words of charts come first, then those of code, then words of repair, then
 * questions and symptoms. A request without any of them is about a chart.
 */
export function guessWorkKind(text: string, { hasCluster, hasRepositories = false }: WorkContext): WorkKind {
  if (chartWords.test(text)) return 'chart';
  if (hasRepositories && codeWords.test(text)) return 'repository';
  if (!hasCluster) return 'chart';
  if (fixWords.test(text)) return 'fix';
  return clusterWords.test(text) || questionStart.test(text) ? 'cluster_question' : 'chart';
}
