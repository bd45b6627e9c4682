import type { ToolCaller } from '../context/tool-caller.ts';
import type { ChartCheckers } from './check/validate-chart-files.ts';
import type { HelmRequest } from './helm-port.ts';
import type { RenderedChart } from './sort-manifests.ts';

/** Renders a chart and sorts the manifests by template. A workspace without a chart renders no manifests. */
export async function renderWorkspaceChart(
  request: HelmRequest,
  { helm, compute }: ChartCheckers,
  caller: ToolCaller,
): Promise<RenderedChart> {
  const prefix = request.root === '' ? '' : `${request.root}/`;
  const chartYaml = request.files.get(`${prefix}Chart.yaml`);
  if (chartYaml === undefined) return { succeeded: true, manifests: new Map(), issues: [] };
  const outcome = await helm.template(request, caller.signal);
  return compute.run('sortManifests', [{ chartYaml, prefix, outcome }], caller);
}
