import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { RefreshCw } from 'lucide-react';
import { useChecks } from '../../api/checks.ts';
import { Button } from '../../components/button.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { HelmError } from './helm-error.tsx';
import { NoChart, hasChart } from './no-chart.tsx';
import { ChecksReport, type ChecksReportProps } from './checks-report.tsx';

export interface ChecksTabProps extends Pick<ChecksReportProps, 'onOpenPlace' | 'onAskAgent'> {
  readonly workspace: WorkspaceResponse;
}

/** The check results of the charts, including all pending changes. */
export function ChecksTab({ workspace, ...actions }: ChecksTabProps) {
  return hasChart(workspace.files) ? <Checks workspace={workspace} {...actions} /> : <NoChart />;
}

function Checks({ workspace, ...actions }: ChecksTabProps) {
  const checks = useChecks(workspace.workspace.id);
  const recheck = (
    <Button icon={<RefreshCw />} isBusy={checks.isFetching} onClick={() => void checks.refetch()}>
      Check again
    </Button>
  );
  if (checks.error && !checks.isFetching) {
    return <HelmError error={checks.error} onRetry={() => void checks.refetch()} />;
  }
  if (!checks.data) return <Waiting>Checking the chart with every values file…</Waiting>;
  return <ChecksReport checks={checks.data} files={workspace.files} recheck={recheck} {...actions} />;
}
