/** Renders a table row as one line with tab-separated cells, the form that takes the fewest tokens. */
export function toTableLine(cells: readonly unknown[]): string {
  return cells.map(toCell).join('\t');
}

function toCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '<none>';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.replaceAll(/\s+/g, ' ');
}
