import type { Chart } from '@shipmate/domain/chart';
import type { Executor } from '../../executor/executor.ts';
import type { RevisionKey } from './workspace-file-rows.ts';

/** Writes charts into a revision. */
export async function insertCharts(
  executor: Executor,
  { workspaceId, revisionNumber }: RevisionKey,
  charts: readonly Chart[],
): Promise<void> {
  if (charts.length === 0) return;
  await executor
    .insertInto('workspace_chart')
    .values(charts.map((chart) => ({ ...chart, workspace_id: workspaceId, revision_number: revisionNumber })))
    .execute();
}

/** Copies the charts of the previous revision into a revision. */
export async function carryCharts(executor: Executor, { workspaceId, revisionNumber }: RevisionKey): Promise<void> {
  await executor
    .insertInto('workspace_chart')
    .columns(['workspace_id', 'revision_number', 'id', 'name', 'root'])
    .expression((eb) =>
      eb
        .selectFrom('workspace_chart')
        .select(['workspace_id', eb.lit(revisionNumber).as('revision_number'), 'id', 'name', 'root'])
        .where('workspace_id', '=', workspaceId)
        .where('revision_number', '=', revisionNumber - 1),
    )
    .execute();
}
