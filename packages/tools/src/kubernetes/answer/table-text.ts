/** A table as text, a row a line, cells separated by tabs: as few tokens as a table takes. */
export function toTableLine(cells: readonly unknown[]): string {
  return cells.map(toCell).join('\t');
}

function toCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '<none>';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.replaceAll(/\s+/g, ' ');
}
