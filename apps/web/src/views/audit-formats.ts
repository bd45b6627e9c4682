import type { AuditEntryView } from '@shipmate/protocol/web/audit';

/** An export format of the audit log: its header, and the line of an entry. */
interface AuditFormat {
  readonly mediaType: string;
  readonly head: string;
  readonly toLine: (entry: AuditEntryView) => string;
}

const columns = [
  'at',
  'kind',
  'userId',
  'userName',
  'via',
  'remoteAddress',
  'requestId',
  'subjectId',
  'workspaceId',
  'details',
  'id',
] as const satisfies readonly (keyof AuditEntryView)[];

/** The export formats of the audit log. */
export const auditFormats: Readonly<Record<'ndjson' | 'csv', AuditFormat>> = {
  ndjson: {
    mediaType: 'application/x-ndjson',
    head: '',
    toLine: (entry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    head: toCsvRow(columns),
    toLine: (entry) => toCsvRow(columns.map((column) => cellToText(entry[column]))),
  },
};

function cellToText(value: AuditEntryView[keyof AuditEntryView]): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Formats a cell according to RFC 4180; text that a spreadsheet would take for a formula is marked as text. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
