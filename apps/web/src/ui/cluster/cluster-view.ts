import { severities, type Severity } from './problem-groups.ts';

/** The state of the cluster page, as stored in the address. */
export interface ClusterView {
  /** The current context when undefined. */
  readonly context?: string | undefined;
  /** The only namespace to read, for a person whose permissions end there. */
  readonly only?: string | undefined;
  /** The selected namespace of the report; empty for all. */
  readonly namespace: string;
  readonly severities: ReadonlySet<Severity>;
}

/** Reads the query of the address; drops invalid values. */
export function parseClusterView(query: URLSearchParams): ClusterView {
  const wanted = query.get('severity')?.split(',') ?? severities;
  return {
    context: query.get('context') ?? undefined,
    only: query.get('only') ?? undefined,
    namespace: query.get('namespace') ?? '',
    severities: new Set(severities.filter((severity) => wanted.includes(severity))),
  };
}

/** Returns the address of a view; omits defaults. */
export function toClusterPath({ context, only, namespace, severities: shown }: ClusterView): string {
  const query = new URLSearchParams({
    ...(context !== undefined && { context }),
    ...(only !== undefined && { only }),
    ...(namespace !== '' && { namespace }),
    ...(shown.size < severities.length && { severity: [...shown].join(',') }),
  }).toString();
  return query === '' ? '/cluster' : `/cluster?${query}`;
}
