/** A pod as the table of pods shows it. */
export interface PodRow {
  readonly namespace: string;
  readonly name: string;
  /** For example `1/2`. */
  readonly ready: string;
  readonly status: string;
  readonly restarts: number;
  /** What made it; itself when nobody did. */
  readonly owner: string;
}

/** What the table is asked for, beside the namespace. */
export const podColumns = ['Name', 'Ready', 'Status', 'Restarts', 'metadata.ownerReferences[*].name'];

/** So many restarts are no accident. */
const manyRestarts = 3;

/** Reads a table of pods of all namespaces. */
export function parsePodRows([, ...lines]: readonly string[]): readonly PodRow[] {
  return lines.map((line) => {
    const [namespace = '', name = '', ready = '', status = '', restarts = '', owner = ''] = line.split('\t');
    const hasOwner = /^[a-z0-9]/.test(owner);
    return { namespace, name, ready, status, restarts: Number.parseInt(restarts, 10), owner: hasOwner ? owner : name };
  });
}

/** Whether something is wrong with a pod. */
export function isTroubled({ ready, status, restarts }: PodRow): boolean {
  if (status === 'Completed') return false;
  const [running, all] = ready.split('/');
  return status !== 'Running' || running !== all || restarts >= manyRestarts;
}

/** One pod of each of the things that made them. */
export function onePodEach(rows: readonly PodRow[]): readonly PodRow[] {
  return [...new Map(rows.toReversed().map((row) => [`${row.namespace}/${row.owner}`, row])).values()].toReversed();
}

/** Those that a question names: by themselves, by what made them or by their namespace; all when it names none. */
export function namedIn(question: string, rows: readonly PodRow[]): readonly PodRow[] {
  const words = question.toLowerCase().split(/[^a-z0-9.-]+/);
  const byName = rows.filter(({ name }) => words.some((word) => word === name || name.startsWith(`${word}-`)));
  if (byName.length > 0) return byName;
  const byNamespace = rows.filter(({ namespace }) => words.includes(namespace));
  return byNamespace.length > 0 ? byNamespace : rows;
}
