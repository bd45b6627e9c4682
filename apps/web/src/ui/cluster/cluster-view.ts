import { toText, type UncheckedSearch } from '../router/search-value.ts';
import { severities, type Severity } from './problem-groups.ts';

/** The state of the cluster page in its address. */
interface ClusterSearch {
  /** The current context by default. */
  readonly context?: string | undefined;
  /** The only namespace to read, for a person whose permissions end there. */
  readonly only?: string | undefined;
  /** The selected namespace of the report; all by default. */
  readonly namespace?: string | undefined;
  /** The shown severities, separated by commas; all by default. */
  readonly severity?: string | undefined;
}

/** The state of the cluster page. */
export interface ClusterView extends Pick<ClusterSearch, 'context' | 'only'> {
  /** The selected namespace of the report; empty for all. */
  readonly namespace: string;
  readonly severities: ReadonlySet<Severity>;
}

/** Parses the search parameters of the cluster page. */
export function parseClusterSearch({ context, only, namespace, severity }: UncheckedSearch): ClusterSearch {
  return { context: toText(context), only: toText(only), namespace: toText(namespace), severity: toText(severity) };
}

/** Returns the view of an address; drops unknown severities. */
export function toClusterView({ context, only, namespace, severity }: ClusterSearch): ClusterView {
  const wanted = severity?.split(',') ?? severities;
  return {
    context,
    only,
    namespace: namespace ?? '',
    severities: new Set(severities.filter((each) => wanted.includes(each))),
  };
}

/** Returns the search parameters of a view; omits defaults. */
export function toClusterSearch({ context, only, namespace, severities: shown }: ClusterView): ClusterSearch {
  return {
    context,
    only,
    namespace: namespace === '' ? undefined : namespace,
    severity: shown.size < severities.length ? [...shown].join(',') : undefined,
  };
}
