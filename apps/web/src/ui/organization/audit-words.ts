import type { AuditEntryView } from '@shipmate/protocol/web/audit';

/** Labels of the audited actions, in the filter and the table. */
export const auditKindWords: Readonly<Record<AuditEntryView['kind'], string>> = {
  run_asked: 'Asked an agent',
  tool_call_approved: 'Approved a tool call',
  tool_call_denied: 'Denied a tool call',
  tool_call_settled: 'Settled a call with unknown outcome',
  grant_created: 'Granted a tool',
  grant_revoked: 'Revoked a grant',
  changes_accepted: 'Accepted changes',
  changes_rejected: 'Rejected changes',
  workspace_rolled_back: 'Rolled back',
  workspace_settings_changed: 'Changed settings',
  workspace_deleted: 'Deleted a workspace',
  token_created: 'Created a token',
  token_revoked: 'Revoked a token',
  push_asked: 'Requested a push',
  push_done: 'Pushed to git',
  spend_limits_changed: 'Changed spend limits',
  pattern_saved: 'Saved a pattern',
  pattern_removed: 'Deleted a pattern',
  remediation_begun: 'Started a remediation',
  remediation_approved: 'Approved a remediation',
  remediation_denied: 'Denied a remediation',
};

const viaWords: Readonly<Record<AuditEntryView['via'], string>> = {
  session: 'browser',
  extension_token: 'API token',
  tool_token: 'tool token',
  jwt: 'JWT',
  job: 'run',
  local: 'command line',
};

/** Describes the channel and address of a request: `browser, 192.0.2.1`. */
export function describeOrigin({ via, remoteAddress }: Pick<AuditEntryView, 'via' | 'remoteAddress'>): string {
  const address = remoteAddress?.replace(/^::ffff:/, '');
  return address === undefined ? viaWords[via] : `${viaWords[via]}, ${address}`;
}

/** Returns the details of an entry in one line: `revision number 3, by itself true`. Omits null values. */
export function describeDetails(details: AuditEntryView['details']): string {
  return toFacts(details, '').join(', ');
}

function toFacts(value: unknown, name: string): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [`${name} ${value.join(', ')}`];
  if (typeof value === 'number') return [`${name} ${count.format(value)}`];
  if (typeof value !== 'object') return [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([part, inner]) => toFacts(inner, `${name} ${toWords(part)}`.trimStart()));
}

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
