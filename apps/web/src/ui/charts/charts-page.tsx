import { ListPage } from '../navigation/list-page.tsx';
import { ImportChart } from '../start/import-chart.tsx';
import { MoreStarts } from '../start/more-starts.tsx';
import { RecentWorkspaces } from '../start/recent-workspaces.tsx';
import { SampleChartButton } from '../start/sample-chart-button.tsx';

/** The workspaces of the organization, and the ways to create one from an existing chart. */
export function ChartsPage() {
  return (
    <ListPage title="Charts">
      <div className="space-y-3">
        <SampleChartButton />
        <ImportChart />
        <MoreStarts />
      </div>
      <RecentWorkspaces />
    </ListPage>
  );
}
