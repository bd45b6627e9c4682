import { severities, type Severity } from './problem-groups.ts';

/** What the cluster page shows, as its address has it. */
export interface ClusterView {
  /** The current one when absent. */
  readonly context?: string | undefined;
  /** The only namespace that is looked at, for whom more is not permitted. */
  readonly only?: string | undefined;
  /** Of what was looked at, the namespace that is shown; empty for all. */
  readonly namespace: string;
  readonly severities: ReadonlySet<Severity>;
}

/** Reads the query of the address; whatever makes no sense is left out. */
export function parseClusterView(query: URLSearchParams): ClusterView {
  const wanted = query.get('severity')?.split(',') ?? severities;
  return {
    context: query.get('context') ?? undefined,
    only: query.get('only') ?? undefined,
    namespace: query.get('namespace') ?? '',
    severities: new Set(severities.filter((severity) => wanted.includes(severity))),
  };
}

/** The address of a view; what is usual is left out of it. */
export function toClusterPath({ context, only, namespace, severities: shown }: ClusterView): string {
  const query = new URLSearchParams({
    ...(context !== undefined && { context }),
    ...(only !== undefined && { only }),
    ...(namespace !== '' && { namespace }),
    ...(shown.size < severities.length && { severity: [...shown].join(',') }),
  }).toString();
  return query === '' ? '/cluster' : `/cluster?${query}`;
}
