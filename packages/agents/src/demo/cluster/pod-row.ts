/** A row of the pod table. */
export interface PodRow {
  readonly namespace: string;
  readonly name: string;
  /** For example `1/2`. */
  readonly ready: string;
  readonly status: string;
  readonly restarts: number;
  /** Name of the pod's owner; the pod's own name when it has none. */
  readonly owner: string;
}

/** Columns of the pod table after the namespace. */
export const podColumns = ['Name', 'Ready', 'Status', 'Restarts', 'metadata.ownerReferences[*].name'];

/** Number of restarts from which a pod counts as unhealthy. */
const manyRestarts = 3;

/** Parses a table of pods of all namespaces. */
export function parsePodRows([, ...lines]: readonly string[]): readonly PodRow[] {
  return lines.map((line) => {
    const [namespace = '', name = '', ready = '', status = '', restarts = '', owner = ''] = line.split('\t');
    const hasOwner = /^[a-z0-9]/.test(owner);
    return { namespace, name, ready, status, restarts: Number.parseInt(restarts, 10), owner: hasOwner ? owner : name };
  });
}

/** Returns true when a pod is unhealthy. */
export function isTroubled({ ready, status, restarts }: PodRow): boolean {
  if (status === 'Completed') return false;
  const [running, all] = ready.split('/');
  return status !== 'Running' || running !== all || restarts >= manyRestarts;
}

/** Returns one pod of each owner. */
export function onePodEach(rows: readonly PodRow[]): readonly PodRow[] {
  return [...new Map(rows.toReversed().map((row) => [`${row.namespace}/${row.owner}`, row])).values()].toReversed();
}

/** Returns the pods that a question names by pod, owner or namespace; all of them when it names none. */
export function namedIn(question: string, rows: readonly PodRow[]): readonly PodRow[] {
  const words = question.toLowerCase().split(/[^a-z0-9.-]+/);
  const byName = rows.filter(({ name }) => words.some((word) => word === name || name.startsWith(`${word}-`)));
  if (byName.length > 0) return byName;
  const byNamespace = rows.filter(({ namespace }) => words.includes(namespace));
  return byNamespace.length > 0 ? byNamespace : rows;
}
