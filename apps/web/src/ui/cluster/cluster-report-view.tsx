import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { LinkOptions } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { toRunTitle } from '../api/run-words.ts';
import { Banner } from '../components/banner.tsx';
import { classNames } from '../components/class-names.ts';
import { FramedList } from '../components/framed-list.tsx';
import { LinkRow } from '../navigation/link-row.tsx';
import { useRecentRuns } from '../notifications/use-run-activity.ts';
import { clusterConversationAddress, remediationAddress } from '../router/addresses.ts';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import type { ClusterView } from './cluster-view.ts';
import { NamespaceList } from './namespace-list.tsx';
import { NodeList } from './node-list.tsx';
import { ProblemFilters } from './problem-filters.tsx';
import { filterGroups, groupProblems } from './problem-groups.ts';
import { ProblemList } from './problem-list.tsx';
import { RemediationBadge } from './remediation/remediation-badge.tsx';
import { useRemediations } from './remediation/remediation-queries.ts';

interface ClusterReportViewProps {
  readonly report: ClusterReportResponse;
  readonly view: ClusterView;
  readonly onShow: (view: ClusterView) => void;
  readonly session: SessionResponse;
}

/** A report: the problems beside the namespaces, workloads and nodes. */
export function ClusterReportView({ report, view, onShow, session }: ClusterReportViewProps) {
  const groups = groupProblems(report.problems);
  const inNamespace = filterGroups(groups, { ...view, severities: new Set(['critical', 'warning', 'info']) });
  const change = (changes: Partial<ClusterView>) => onShow({ ...view, ...changes });
  return (
    <>
      {report.isSimulated && <SimulatorNotice />}
      <GapsNotice gaps={report.gaps} />
      <WorkloadCounts workloads={report.health.workloads} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-labelledby="problems-heading" className="min-w-0 space-y-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2 id="problems-heading" className="mr-auto font-semibold">
              Problems
            </h2>
            <ProblemFilters groups={inNamespace} namespaces={report.health.namespaces} view={view} onChange={change} />
          </div>
          {report.left !== null && <Banner tone="caution">{report.left}</Banner>}
          <ProblemList
            groups={filterGroups(groups, view)}
            hasOthers={groups.length > 0}
            context={report.context}
            session={session}
          />
        </section>
        <div className="space-y-6">
          <NamespaceList
            namespaces={report.health.namespaces}
            chosen={view.namespace}
            onChoose={(namespace) => change({ namespace })}
          />
          <InvestigationList />
          <RemediationList />
          <NodeList nodes={report.health.nodes} />
        </div>
      </div>
    </>
  );
}

/** States that the cluster is simulated. */
function SimulatorNotice() {
  return (
    <p role="note" className="bg-caution-soft flex gap-2 rounded-lg px-3 py-2 text-xs leading-relaxed">
      <FlaskConical aria-hidden className="text-caution mt-px size-3.5 shrink-0" />
      <span>
        <strong className="font-semibold">This is a simulator, not a real cluster.</strong> Its workloads do not run,
        and its problems are deliberate. Set <code className="font-mono">KUBECONFIG</code> and restart to connect your
        own cluster.
      </span>
    </p>
  );
}

/** The resources that could not be read, so that their silence is not taken for health. */
function GapsNotice({ gaps }: { readonly gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Banner tone="caution">
      <details>
        <summary className="font-medium">
          {gaps.length === 1 ? 'One kind of objects' : `${gaps.length} kinds of objects`} could not be read; problems
          may be missing here. <span className="underline underline-offset-2">Why?</span>
        </summary>
        <ul className="mt-2 list-disc space-y-1 pl-4">
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}

const plurals: Readonly<Record<string, string>> = {
  Deployment: 'Deployments',
  StatefulSet: 'StatefulSets',
  DaemonSet: 'DaemonSets',
  Job: 'Jobs',
  CronJob: 'CronJobs',
  Pod: 'Pods',
};

/** The number of workloads of each kind, and how many of them are healthy. */
function WorkloadCounts({ workloads }: { readonly workloads: ClusterReportResponse['health']['workloads'] }) {
  return (
    <dl aria-label="Workloads" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {workloads.map(({ kind, total, troubled }) => (
        <div key={kind} className="border-line bg-surface rounded-lg border px-3 py-2">
          <dt className="text-muted text-xs">{plurals[kind] ?? kind}</dt>
          <dd className="flex items-baseline gap-2 tabular-nums">
            <span className="text-lg font-semibold">{total}</span>
            <span className={classNames('text-xs', troubled > 0 ? 'text-removed' : 'text-muted')}>
              {troubled > 0 ? `${troubled} unhealthy` : 'all healthy'}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The most recent conversations with the cluster agent, each with its state. */
function InvestigationList() {
  const { data: runs = [] } = useRecentRuns();
  const about = runs.flatMap(({ workspaceId, conversationId, origin, ...run }) =>
    workspaceId === null && conversationId !== null && origin === 'chat' ? [{ ...run, conversationId }] : [],
  );
  const latest = [...Map.groupBy(about, ({ conversationId }) => conversationId).values()].flatMap(([run]) => run ?? []);
  return (
    <LatestWork
      title="Investigations"
      works={latest.map((run) => ({
        id: run.conversationId,
        address: clusterConversationAddress(run.conversationId),
        about: toRunTitle(run),
        status: <RunStatusBadge run={run} />,
        createdAt: run.createdAt,
      }))}
    />
  );
}

/** The person's newest remediations, each with its state. */
function RemediationList() {
  const { data = [] } = useRemediations();
  return (
    <LatestWork
      title="Remediations"
      works={data.map(({ id, issue, status, createdAt }) => ({
        id,
        address: remediationAddress(id),
        about: issue,
        status: <RemediationBadge status={status} />,
        createdAt,
      }))}
    />
  );
}

const maxWorks = 5;

interface Work {
  readonly id: string;
  readonly address: LinkOptions;
  readonly about: string;
  readonly status: ReactNode;
  readonly createdAt: string;
}

/** Work of one kind on a cluster, newest first, each with its subject and state. */
function LatestWork({ title, works }: { readonly title: string; readonly works: readonly Work[] }) {
  const headingId = `${title.toLowerCase()}-heading`;
  if (works.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="space-y-2">
      <h2 id={headingId} className="font-semibold">
        {title}
      </h2>
      <FramedList className="text-xs">
        {works.slice(0, maxWorks).map(({ id, address, about, status, createdAt }) => (
          <LinkRow key={id} address={address} about={about} createdAt={createdAt}>
            {status}
          </LinkRow>
        ))}
      </FramedList>
    </section>
  );
}
