import type { Readable } from 'node:stream';
import { AppError } from '@shipmate/core';
import { type ArchiveFile, type Chart, toArchiveFiles, type WorkspaceFile } from '@shipmate/domain';
import { parseChartManifest } from './chart-manifest.ts';
import { writeArchive, type WrittenFormat } from './write-archive.ts';

/** A revision of a workspace. */
export interface ExportedRevision {
  /** Of the workspace. */
  readonly name: string;
  readonly charts: readonly Chart[];
  readonly files: readonly WorkspaceFile[];
}

/** What of it is to be packed, and how. */
export interface ExportArchiveOptions {
  readonly format: WrittenFormat;
  /** Whether pending changes count as accepted. */
  readonly pending: boolean;
  /** The chart to pack; by default all files, as a chart when they are one. */
  readonly chartId?: string | undefined;
}

/** A packed workspace or chart. */
export interface ExportedArchive {
  readonly fileName: string;
  readonly bytes: Readable;
}

/**
 * Packs a revision: a chart as `helm package` does, in a folder of its name and under its name and version, and several charts,
 * or what else stands beside them, in a folder of the workspace's name.
 *
 * @throws AppError `NOT_FOUND` when there is no such chart.
 */
export function exportArchive(revision: ExportedRevision, options: ExportArchiveOptions): ExportedArchive {
  const { format, pending, chartId } = options;
  const all = toArchiveFiles(revision.files, { pending });
  const chart = chartId === undefined ? findOnlyChart(revision.charts, all) : findChart(revision.charts, chartId);
  const packed = chart ? filesUnder(chart.root, all) : all;
  const { name = chart?.name ?? revision.name, version } = chart
    ? parseChartManifest(packed.find(({ path }) => path === 'Chart.yaml')?.content ?? '')
    : {};
  const folder = toFileName(name);
  return {
    fileName: `${version === undefined ? folder : `${folder}-${toFileName(version)}`}.${format}`,
    bytes: writeArchive(
      format,
      packed.map(({ path, content }) => ({ path: `${folder}/${path}`, content })),
    ),
  };
}

function findOnlyChart([chart, other]: readonly Chart[], files: readonly ArchiveFile[]): Chart | undefined {
  return chart && !other && filesUnder(chart.root, files).length === files.length ? chart : undefined;
}

function findChart(charts: readonly Chart[], chartId: string): Chart {
  const chart = charts.find(({ id }) => id === chartId);
  if (chart) return chart;
  throw new AppError({ code: 'NOT_FOUND', message: 'There is no such chart in this revision.' });
}

/** The files of a folder, by path from it. */
function filesUnder(root: string, files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const prefix = root === '' ? '' : `${root}/`;
  return files.flatMap(({ path, content }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), content }] : [],
  );
}

/** Charts and versions are mostly such names already. */
function toFileName(text: string): string {
  const name = text.replace(/[^a-zA-Z0-9._+-]+/g, '-').replace(/^[.-]+|-+$/g, '');
  return name === '' ? 'chart' : name.slice(0, 100);
}
