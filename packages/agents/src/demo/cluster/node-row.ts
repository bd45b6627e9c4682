import { parseJson } from '../parse-json.ts';

/** A node as the table of nodes shows it. */
export interface NodeRow {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What the table is asked for. */
export const nodeColumns = ['Name', 'metadata.labels'];

/** Reads a table of nodes. */
export function parseNodeRows([, ...lines]: readonly string[]): readonly NodeRow[] {
  return lines.map((line) => {
    const [name = '', labels = ''] = line.split('\t');
    return { name, labels: (parseJson(labels) ?? {}) as NodeRow['labels'] };
  });
}
