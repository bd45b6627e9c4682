import type { ReactNode } from 'react';

export interface DataTableProps {
  /** What it shows, for those who do not see it. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table that scrolls sideways where there is no room for it. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    // It can be scrolled by keys only when it can have the focus.
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="border-line bg-surface overflow-x-auto rounded-lg border"
    >
      <table className="w-full text-left text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line text-muted border-b">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]} className="px-3 py-2 align-top tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
