import type { ReactNode } from 'react';

interface DataTableProps {
  /** Content of the table, for assistive technology. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table that scrolls horizontally when it is too wide. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    // Keyboard scrolling requires a focusable element.
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
