import { type AuditEntryView, auditQuerySchema } from '@shipmate/protocol/web/audit';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { useTableSearch } from '../table/use-table-search.ts';
import { useAudit } from './organization-queries.ts';

/** Labels of the audited actions, in the filter and the table. */
const auditKindWords: Readonly<Record<AuditEntryView['kind'], string>> = {
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
  rule_created: 'Created a rule',
  rule_changed: 'Changed a rule',
  rule_removed: 'Deleted a rule',
  rule_logged: 'Logged by a rule',
  rule_step_decided: 'Decided a step of a rule',
  inbox_webhook_changed: 'Set the inbox webhook',
  inbox_webhook_removed: 'Removed the inbox webhook',
  rule_started: 'Started a rule',
  rule_retried: 'Retried a rule',
  rule_event_retried: 'Retried an event of rules',
  rule_event_discarded: 'Discarded an event of rules',
  row_created: 'Created a row',
  row_changed: 'Changed a row',
  row_removed: 'Deleted a row',
  incoming_webhook_created: 'Created an incoming webhook',
  incoming_webhook_secret_renewed: 'Renewed the secret of an incoming webhook',
  incoming_webhook_removed: 'Removed an incoming webhook',
  project_created: 'Created a project',
  project_removed: 'Deleted a project',
  project_member_added: 'Added a member to a project',
  project_member_removed: 'Removed a member from a project',
  repository_added: 'Added a repository',
  repository_changed: 'Changed a repository',
  repository_removed: 'Removed a repository',
  repository_job_pushed: 'Pushed a repository job',
  repository_job_proposed: 'Opened a pull request',
  repository_job_merge_asked: 'Requested a merge',
  repository_job_merged: 'Merged a pull request',
  repository_job_discarded: 'Discarded a repository job',
  mcp_server_added: 'Added an MCP server',
  mcp_server_changed: 'Changed an MCP server',
  mcp_server_removed: 'Removed an MCP server',
  mcp_tool_decided: 'Turned an MCP tool on or off',
};

const filters = [['', 'everything'], ...Object.entries(auditKindWords)] as const;
const exports = [
  ['csv', 'Export as CSV'],
  ['ndjson', 'as NDJSON'],
] as const;

/** The audit log of the organization: actions, principals and origins. */
export function AuditSection() {
  const { audit: choice } = useSearch({ from: '/organization' });
  const navigate = useNavigate();
  const kind = auditQuerySchema.shape.kind.safeParse(choice).data;
  const audit = useAudit(kind);
  const show = (chosen: string) =>
    void navigate({
      to: '/organization',
      search: (search) => ({ ...search, audit: chosen === '' ? undefined : chosen }),
      replace: true,
      resetScroll: false,
    });
  const view = useTableSearch();
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <section aria-labelledby="audit-heading" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="audit-heading" className="mr-auto font-semibold">
          Audit
        </h2>
        <SmallSelect label="Show" value={kind ?? ''} options={filters} onChange={show} />
        <p className="flex gap-3 text-xs">
          {exports.map(([format, label]) => (
            <a
              key={format}
              download
              href={`/api/audit/export?${new URLSearchParams({ format, ...(kind !== undefined && { kind }) })}`}
              className="text-accent underline underline-offset-2"
            >
              {label}
            </a>
          ))}
        </p>
      </div>
      {audit.error && <ErrorBanner error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && <Waiting>Loading the audit…</Waiting>}
      {entries?.length === 0 && <p className="text-muted text-xs">No entries of this kind yet.</p>}
      {entries !== undefined && entries.length > 0 && (
        <DataTable
          caption="Audit entries"
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          view={view}
          isPartial={audit.hasNextPage}
        />
      )}
      {audit.hasNextPage && (
        <Button isBusy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
          Older entries
        </Button>
      )}
    </section>
  );
}

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

const columns: readonly TableColumn<AuditEntryView>[] = [
  {
    id: 'when',
    label: 'When',
    text: ({ at }) => at,
    render: ({ at }) => (
      <time dateTime={at} className="sm:whitespace-nowrap">
        {when.format(new Date(at))}
      </time>
    ),
  },
  {
    id: 'who',
    label: 'Who',
    text: toName,
    render: (entry) => (
      <span title={entry.userId} className="whitespace-nowrap">
        {toName(entry)}
      </span>
    ),
  },
  {
    id: 'what',
    label: 'What',
    text: ({ kind }) => auditKindWords[kind],
    render: ({ kind }) => <span className="whitespace-nowrap">{auditKindWords[kind]}</span>,
  },
  {
    id: 'how',
    label: 'How',
    text: describeOrigin,
    render: (entry) => <span className="text-muted whitespace-nowrap">{describeOrigin(entry)}</span>,
  },
  {
    id: 'details',
    label: 'Details',
    text: ({ details }) => describeDetails(details),
    render: ({ details }) => (
      <span className="text-muted block min-w-48 wrap-anywhere">{describeDetails(details)}</span>
    ),
  },
];

function toName({ userName }: AuditEntryView): string {
  return userName ?? 'Deleted user';
}

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
  if (typeof value === 'number') return [`${name} ${amountFormat.format(value)}`];
  if (typeof value !== 'object') return [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([part, inner]) => toFacts(inner, `${name} ${toWords(part)}`.trimStart()));
}

const amountFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
