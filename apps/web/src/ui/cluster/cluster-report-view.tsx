import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import { Banner } from '../components/banner.tsx';
import { replaceAddress } from '../router/replace-address.ts';
import { toClusterPath, type ClusterView } from './cluster-view.ts';
import { GapsNotice } from './gaps-notice.tsx';
import { InvestigationList } from './investigation-list.tsx';
import { NamespaceList } from './namespace-list.tsx';
import { NodeList } from './node-list.tsx';
import { ProblemFilters } from './problem-filters.tsx';
import { filterGroups, groupProblems } from './problem-groups.ts';
import { ProblemList } from './problem-list.tsx';
import { RemediationList } from './remediation/remediation-list.tsx';
import { SimulatorNotice } from './simulator-notice.tsx';
import { WorkloadCounts } from './workload-counts.tsx';

export interface ClusterReportViewProps {
  readonly report: ClusterReportResponse;
  readonly view: ClusterView;
  readonly session: SessionResponse;
}

/** A report: the problems beside the namespaces, workloads and nodes. */
export function ClusterReportView({ report, view, session }: ClusterReportViewProps) {
  const groups = groupProblems(report.problems);
  const inNamespace = filterGroups(groups, { ...view, severities: new Set(['critical', 'warning', 'info']) });
  const change = (changes: Partial<ClusterView>) => replaceAddress(toClusterPath({ ...view, ...changes }));
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
