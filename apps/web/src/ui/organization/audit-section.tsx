import { type AuditEntryView, auditQuerySchema } from '@shipmate/protocol/web/audit';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { auditKindWords, describeDetails, describeOrigin } from './audit-words.ts';
import { DataTable } from './data-table.tsx';
import { useAudit } from './organization-queries.ts';

const filters = [['', 'everything'], ...Object.entries(auditKindWords)] as const;
const exports = [
  ['csv', 'Export as CSV'],
  ['ndjson', 'as NDJSON'],
] as const;

/** The audit log of the organization: actions, principals and origins. */
export function AuditSection() {
  const [choice, setChoice] = useState('');
  const { kind } = auditQuerySchema.pick({ kind: true }).parse(choice === '' ? {} : { kind: choice });
  const audit = useAudit(kind);
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <section aria-labelledby="audit-heading" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="audit-heading" className="mr-auto font-semibold">
          Audit
        </h2>
        <SmallSelect label="Show" value={choice} options={filters} onChange={setChoice} />
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
          columns={['When', 'Who', 'What', 'How', 'Details']}
          rows={entries.map(toRow)}
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

function toRow(entry: AuditEntryView) {
  return {
    key: entry.id,
    cells: [
      <time key="when" dateTime={entry.at} className="whitespace-nowrap">
        {when.format(new Date(entry.at))}
      </time>,
      <span key="who" title={entry.userId} className="whitespace-nowrap">
        {entry.userName ?? 'Deleted user'}
      </span>,
      <span key="what" className="whitespace-nowrap">
        {auditKindWords[entry.kind]}
      </span>,
      <span key="how" className="text-muted whitespace-nowrap">
        {describeOrigin(entry)}
      </span>,
      <span key="details" className="text-muted block min-w-48 wrap-anywhere">
        {describeDetails(entry.details)}
      </span>,
    ],
  };
}
