import { effectivePath, type WorkspaceFile } from '@shipmate/domain/workspace';
import type { ToolCaller } from '../context/tool-caller.ts';
import { pairManifests, type RenderedPair } from '../helm/compare-manifests.ts';
import { renderWorkspaceChart } from '../helm/render-workspace-chart.ts';
import type { RenderedChart } from '../helm/sort-manifests.ts';
import type { ChartCheckPorts } from './helm-tool-ports.ts';
import { chooseChart } from './workspace-charts.ts';
import { toWorkspaceFiles } from './workspace-files.ts';

/** A chart of a workspace to render, and its values. Paths are those of the files with all pending changes accepted. */
export interface ChartRendering extends ToolCaller {
  readonly files: readonly WorkspaceFile[];
  /** The folder of the chart; required when the workspace has several. */
  readonly chart?: string | undefined;
  /** A values file that overrides `values.yaml`; omitted if it does not exist yet. */
  readonly valuesFile?: string | undefined;
}

/**
 * Renders a chart as accepted, or with all pending changes.
 *
 * @throws AppError as `chooseChart` and the helm port do
 */
export async function renderChartState(
  { files, chart, valuesFile, principal, signal }: ChartRendering,
  state: 'accepted' | 'pending',
  { helm, compute, kubernetesVersions }: ChartCheckPorts,
): Promise<RenderedChart> {
  const root = chooseChart(toWorkspaceFiles(files, 'pending'), chart);
  const values = state === 'pending' ? valuesFile : acceptedPath(files, valuesFile);
  const { patch: kubernetesVersion } = await kubernetesVersions.getLatest(signal);
  const valuesFiles = values === undefined ? [] : [values];
  const { organizationId } = principal;
  const request = { organizationId, files: toWorkspaceFiles(files, state), root, valuesFiles, kubernetesVersion };
  return renderWorkspaceChart(request, { helm, compute }, { principal, signal });
}

/**
 * Renders a chart without and with pending changes. If it fails to render with them, it is not rendered without them.
 */
export async function renderBeforeAndAfter(rendering: ChartRendering, ports: ChartCheckPorts): Promise<RenderedPair> {
  const after = await renderChartState(rendering, 'pending', ports);
  if (!after.succeeded) return { succeeded: false, manifests: [], issues: after.issues, isolation: after.isolation };
  const isPending = rendering.files.some(({ pending }) => pending !== null);
  return pairManifests(isPending ? await renderChartState(rendering, 'accepted', ports) : after, after);
}

/** Returns the path of a file before its pending change is accepted; `undefined` when it does not exist. */
function acceptedPath(files: readonly WorkspaceFile[], path: string | undefined): string | undefined {
  const file = files.find((candidate) => effectivePath(candidate) === path);
  return file?.pending?.op === 'create' ? undefined : file?.path;
}
