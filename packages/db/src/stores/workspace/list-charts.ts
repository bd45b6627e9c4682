import type { Chart } from '@shipmate/domain/chart';
import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { WorkspaceChartTable } from '../../schema/workspace-tables.ts';
import { byCodePoint } from './by-code-point.ts';

/** Lists the charts of a revision by their folders. */
export async function listCharts(
  executor: Executor,
  revision: { readonly workspace_id: string; readonly revision_number: number },
): Promise<readonly Chart[]> {
  const rows = await executor
    .selectFrom('workspace_chart')
    .selectAll()
    .where((eb) => eb.and(revision))
    .orderBy(byCodePoint('root'))
    .execute();
  return rows.map(toChart);
}

function toChart(row: Selectable<WorkspaceChartTable>): Chart {
  return { id: row.id, name: row.name, root: row.root };
}
