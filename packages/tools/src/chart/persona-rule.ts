import { AppError, type ToolContext } from '@shipmate/core';
import type { ChartEditStores } from '@shipmate/domain/tool-storage';
import { findRunId } from '../context/run-id-of.ts';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { isValuesFile } from './workspace-charts.ts';
import { toWorkspaceFiles } from './workspace-files.ts';

/** The stores of a call's run and of the files that it may change. */
interface PersonaStores extends Pick<ChartEditStores, 'runs'> {
  readonly workspaces: Pick<ChartEditStores['workspaces'], 'getDetail'>;
}

/**
 * Restricts a call to the files that the persona of its run may change. An operator's run changes values files of
 * charts: `values.yaml` and others such as `values-prod.yaml`, but none of subcharts. The persona is read from the
 * stored run, so that neither a model nor a remote caller can choose another.
 *
 * @throws AppError `VALIDATION_ERROR` with `details.reason` `persona`.
 */
export async function requirePersonaMayChange(
  paths: readonly string[],
  { runs, workspaces }: PersonaStores,
  context: ToolContext,
): Promise<void> {
  const { principal } = context;
  const runId = findRunId(context);
  if (runId === undefined || (await runs.get(principal, runId)).persona === 'developer') return;
  const { files } = await workspaces.getDetail(principal, workspaceIdOf(context));
  const known = toWorkspaceFiles(files, 'pending');
  const refused = paths.filter((path) => !isValuesFile(known, path));
  if (refused.length === 0) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message:
      `Error: ${refused.join(', ')} cannot be changed: this run works for an operator, who changes values files only ` +
      '(values.yaml, values-*.yaml). Find a value that does it, or say that a developer has to.',
    details: { reason: 'persona', persona: 'operator', paths: refused },
  });
}
