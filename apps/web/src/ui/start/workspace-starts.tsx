import { ImportChart } from './import-chart.tsx';
import { MoreStarts } from './more-starts.tsx';
import { RecentWorkspaces } from './recent-workspaces.tsx';
import { SampleChartButton } from './sample-chart-button.tsx';

/** The ways to create a workspace from an existing chart, and the workspaces of the organization. */
export function WorkspaceStarts() {
  return (
    <>
      <div className="space-y-3">
        <SampleChartButton />
        <ImportChart />
        <MoreStarts />
      </div>
      <RecentWorkspaces />
    </>
  );
}
