import { isMap } from 'yaml';
import { findChartOf } from '../chart/find-chart-of.ts';
import { findChartRoots } from '../chart/find-chart-roots.ts';
import { newId } from '../identifier/id.ts';
import { parseYamlDocuments } from '../yaml/parse-yaml-documents.ts';
import { acceptedFiles } from './pending-rules.ts';
import type { WorkspaceFile } from './workspace-file.ts';
import type { Chart } from '../chart/chart.ts';

/** The charts of a revision, and its files, each with its chart. */
interface ChartTree {
  readonly charts: readonly Chart[];
  readonly files: readonly WorkspaceFile[];
}

/**
 * Finds the charts among files: one for each folder with an accepted `Chart.yaml`. An existing chart keeps
 * its id, also if its folder was moved; one without its `Chart.yaml` is removed.
 */
export function findCharts(files: readonly WorkspaceFile[], before: readonly Chart[]): ChartTree {
  const manifests = new Map(acceptedFiles(files).map((file) => [file.path, file]));
  const roots = findChartRoots([...manifests.keys()]);
  const kept = new Map(before.filter(({ root }) => roots.includes(root)).map((chart) => [chart.root, chart]));
  const moved = new Map(before.filter((chart) => !kept.has(chart.root)).map((chart) => [chart.id, chart]));
  const charts = roots.map((root): Chart => {
    const manifest = manifests.get(root === '' ? 'Chart.yaml' : `${root}/Chart.yaml`);
    const former = kept.get(root) ?? moved.get(manifest?.chartId ?? '');
    if (former) moved.delete(former.id);
    const name = readName(manifest?.content ?? '') ?? former?.name ?? root.slice(root.lastIndexOf('/') + 1);
    return { id: former?.id ?? newId(), name, root };
  });
  return { charts, files: files.map((file) => assign(file, charts)) };
}

function assign(file: WorkspaceFile, charts: readonly Chart[]): WorkspaceFile {
  const chartId = findChartOf(file.path, charts)?.id ?? null;
  return chartId === file.chartId ? file : { ...file, chartId };
}

/** Characters of a `Chart.yaml` that are parsed in less than 20 ms. */
const maxParsed = 1_000;

/** Reads the name from the whole file, or from its line alone in a long file. */
function readName(chartYaml: string): string | undefined {
  const [line = ''] = chartYaml.length > maxParsed ? (/^name:.{0,300}$/m.exec(chartYaml) ?? []) : [chartYaml];
  const [document] = parseYamlDocuments(line, { logLevel: 'silent' });
  const name = document && isMap(document.contents) ? document.get('name') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
