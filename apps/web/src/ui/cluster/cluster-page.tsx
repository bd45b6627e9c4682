import type { SessionResponse } from '@shipmate/protocol/web/session';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { replaceAddress } from '../router/replace-address.ts';
import { useSearch } from '../router/use-search.ts';
import { ClusterError } from './cluster-error.tsx';
import { ClusterReportView } from './cluster-report-view.tsx';
import { useClusterReport, useClusters } from './cluster-queries.ts';
import { parseClusterView, toClusterPath, type ClusterView } from './cluster-view.ts';
import { NamespaceForm } from './namespace-form.tsx';
import { NoCluster } from './no-cluster.tsx';
import { ReportAge } from './report-age.tsx';

/** The health of a cluster: problems that the rules found, namespaces, workloads and nodes. */
export function ClusterPage({ session }: { readonly session: SessionResponse }) {
  const view = parseClusterView(useSearch());
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
              onChange={(chosen) =>
                replaceAddress(toClusterPath({ severities: view.severities, namespace: '', context: chosen }))
              }
            />
          )}
          <Link href="/proposals" className="text-accent ml-auto text-xs font-medium hover:underline">
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

interface ReportOfProps {
  readonly context: string;
  readonly view: ClusterView;
  readonly session: SessionResponse;
}

function ReportOf({ context, view, session }: ReportOfProps) {
  const { only } = view;
  const report = useClusterReport(context, only);
  const lookAt = (namespace: string | undefined) =>
    replaceAddress(toClusterPath({ ...view, context, only: namespace, namespace: '' }));
  return (
    <>
      {report.error && (
        <>
          <ClusterError error={report.error} onRetry={() => void report.refetch()} />
          <NamespaceForm onChoose={lookAt} />
        </>
      )}
      {only !== undefined && (
        <Banner tone="info" actions={<Button onClick={() => lookAt(undefined)}>Show all namespaces</Button>}>
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
          <ClusterReportView report={report.data} view={view} session={session} />
        </>
      )}
    </>
  );
}
