import { alignColumns } from '../command.ts';

/**
 * Renders a tool's result for a person: short values as `name: value`, texts of several lines as they are, tables with aligned columns,
 * and everything else as JSON.
 */
export function describeData(data: unknown): string {
  if (typeof data === 'string') return describeText(data);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return JSON.stringify(data, null, 2);
  return Object.entries(data)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]: [string, unknown]) => {
      const text = typeof value === 'string' ? describeText(value) : JSON.stringify(value, null, 2);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}

function describeText(text: string): string {
  const rows = text.trimEnd().split('\n');
  const isTable = rows.length > 1 && rows.every((row) => row.includes('\t'));
  return isTable ? alignColumns(rows.map((row) => row.split('\t'))) : text.trimEnd();
}
