import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import { classNames } from '../components/class-names.ts';

const plurals: Readonly<Record<string, string>> = {
  Deployment: 'Deployments',
  StatefulSet: 'StatefulSets',
  DaemonSet: 'DaemonSets',
  Job: 'Jobs',
  CronJob: 'CronJobs',
  Pod: 'Pods',
};

/** The number of workloads of each kind, and how many of them are healthy. */
export function WorkloadCounts({ workloads }: { readonly workloads: ClusterReportResponse['health']['workloads'] }) {
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
