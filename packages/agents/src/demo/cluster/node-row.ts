import { parseJson } from '../parse-json.ts';

/** A row of the node table. */
export interface NodeRow {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Columns of the node table. */
export const nodeColumns = ['Name', 'metadata.labels'];

/** Parses a table of nodes. */
export function parseNodeRows([, ...lines]: readonly string[]): readonly NodeRow[] {
  return lines.map((line) => {
    const [name = '', labels = ''] = line.split('\t');
    return { name, labels: (parseJson(labels) ?? {}) as NodeRow['labels'] };
  });
}
