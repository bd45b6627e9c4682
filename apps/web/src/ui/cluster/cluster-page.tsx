import type { AppError } from '@shipmate/core';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { z } from 'zod';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { reportIntervalMs, useClusterReport, useClusters } from './cluster-queries.ts';
import { ClusterReportView } from './cluster-report-view.tsx';
import { type ClusterView, toClusterSearch, toClusterView } from './cluster-view.ts';

/** The health of a cluster: problems that the rules found, namespaces, workloads and nodes. */
export function ClusterPage() {
  const session = useSignedInSession();
  const view = toClusterView(useSearch({ from: '/cluster' }));
  const show = useShowView();
  const clusters = useClusters();
  const contexts = clusters.data?.contexts ?? [];
  const context = view.context ?? clusters.data?.current ?? contexts[0];
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-5 px-4 py-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PageHeading className="text-xl font-semibold tracking-tight">Cluster</PageHeading>
          {context !== undefined && (
            <SmallSelect
              label="Context"
              value={context}
              options={[...new Set([...contexts, context])].map((name) => [name, name])}
              onChange={(chosen) => show({ severities: view.severities, namespace: '', context: chosen })}
            />
          )}
          <Link to="/proposals" className="text-accent ml-auto text-xs font-medium hover:underline">
            Create recommendation
          </Link>
        </div>
        {clusters.isPending && <Waiting>Loading the contexts…</Waiting>}
        {clusters.error && <ErrorBanner error={clusters.error} onRetry={() => void clusters.refetch()} />}
        {clusters.data && context === undefined && <NoCluster />}
        {context !== undefined && <ReportOf key={context} context={context} view={view} session={session} />}
      </main>
    </div>
  );
}

/** Returns a function that puts a view into the address. */
function useShowView(): (view: ClusterView) => void {
  const navigate = useNavigate();
  return (view) => void navigate({ to: '/cluster', search: toClusterSearch(view), replace: true, resetScroll: false });
}

interface ReportOfProps {
  readonly context: string;
  readonly view: ClusterView;
  readonly session: SessionResponse;
}

function ReportOf({ context, view, session }: ReportOfProps) {
  const { only } = view;
  const show = useShowView();
  const report = useClusterReport(context, only);
  const openNamespace = (namespace: string | undefined) => show({ ...view, context, only: namespace, namespace: '' });
  return (
    <>
      {report.error && (
        <>
          <ClusterError error={report.error} onRetry={() => void report.refetch()} />
          <NamespaceForm onChoose={openNamespace} />
        </>
      )}
      {only !== undefined && (
        <Banner tone="info" actions={<Button onClick={() => openNamespace(undefined)}>Show all namespaces</Button>}>
          Only the namespace <code className="font-mono">{only}</code> is shown.
        </Banner>
      )}
      {report.isPending && <Waiting>Reading the cluster…</Waiting>}
      {report.data && (
        <>
          <ReportAge
            version={report.data.version}
            at={report.dataUpdatedAt}
            isLooking={report.isFetching}
            onRefresh={() => void report.refetch()}
          />
          <ClusterReportView report={report.data} view={view} onShow={show} session={session} />
        </>
      )}
    </>
  );
}

const missingSchema = z.object({ missing: z.object({ verb: z.string(), resource: z.string() }) });

/** Why a cluster cannot be read, and which verb on which resource its administrator must allow. */
function ClusterError({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const denied = missingSchema.safeParse(error.details);
  return (
    <Banner tone="error" actions={<Button onClick={onRetry}>Retry</Button>}>
      <span className="font-medium">Cannot read the cluster.</span>{' '}
      {denied.success ? (
        <>
          The credentials of this context may not{' '}
          <code className="font-mono">
            {denied.data.missing.verb} {denied.data.missing.resource}
          </code>
          . Ask the cluster’s administrator to allow it.
        </>
      ) : (
        error.message
      )}
    </Banner>
  );
}

const maxNamespaceLength = 63;

/** The form in which a person without access to the whole cluster names a namespace. */
function NamespaceForm({ onChoose }: { readonly onChoose: (namespace: string) => void }) {
  const [draft, setDraft] = useState('');
  const namespace = draft.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (namespace !== '') onChoose(namespace);
  }
  return (
    <form onSubmit={submit} className="flex max-w-sm items-end gap-2">
      <TextField
        label="Namespace to read"
        value={draft}
        maxLength={maxNamespaceLength}
        onChange={(event) => setDraft(event.target.value)}
        className="flex-1"
      />
      <Button type="submit" disabled={namespace === ''}>
        Read namespace
      </Button>
    </form>
  );
}

/** Setup instructions when no cluster is configured. */
function NoCluster() {
  return (
    <section aria-label="No cluster" className="border-line bg-surface space-y-2 rounded-lg border p-6 text-center">
      <p className="font-medium">No cluster is configured.</p>
      <p className="text-muted text-xs leading-relaxed">
        Set <code className="font-mono">KUBECONFIG</code> to the path of a kubeconfig and restart. A read-only service
        account is enough to show and investigate problems.
      </p>
    </section>
  );
}

interface ReportAgeProps {
  readonly version: string;
  /** Time of the report, in milliseconds since the epoch. */
  readonly at: number;
  readonly isLooking: boolean;
  readonly onRefresh: () => void;
}

const second = 1_000;

/** The server's version, the age of the report, and the refresh button. */
function ReportAge({ version, at, isLooking, onRefresh }: ReportAgeProps) {
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - at) / second));
  return (
    <div className="text-muted -mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      <span className="font-mono">{version}</span>
      <span className="tabular-nums">
        Updated {seconds === 0 ? 'now' : `${seconds} s ago`}, refreshes every {reportIntervalMs / second} s while the
        page is visible
      </span>
      <Button variant="quiet" icon={<RefreshCw aria-hidden />} isBusy={isLooking} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  );
}

/** Returns the current time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  return now;
}
