import type { Readable } from 'node:stream';
import type { LeftFile } from '@shipmate/domain/archive';
import { parseChartManifest } from './chart-manifest.ts';
import { type FileSelection, type RevisionFiles, selectFiles } from './select-files.ts';
import { writeArchive, type WrittenFormat } from './write-archive.ts';

/** A revision of a workspace. */
export interface ExportedRevision extends RevisionFiles {
  /** Of the workspace. */
  readonly name: string;
}

/** What of it is to be packed, and how. */
export interface ExportArchiveOptions extends FileSelection {
  readonly format: WrittenFormat;
}

/** A packed workspace or chart. */
export interface ExportedArchive {
  readonly fileName: string;
  readonly bytes: Readable;
  /** Files that are not packed because their paths are not safe to unpack, by path from the workspace. */
  readonly left: readonly LeftFile[];
}

/**
 * Packs a revision: a chart as `helm package` does, in a folder of its name and under its name and version, and several charts,
 * or what else stands beside them, in a folder of the workspace's name.
 *
 * @throws AppError `NOT_FOUND` when there is no such chart.
 */
export function exportArchive(revision: ExportedRevision, options: ExportArchiveOptions): ExportedArchive {
  const { format } = options;
  const { chart, files: packed, left } = selectFiles(revision, options);
  const { name = chart?.name ?? revision.name, version } = chart
    ? parseChartManifest(packed.find(({ path }) => path === 'Chart.yaml')?.content ?? '')
    : {};
  const folder = toFileName(name);
  return {
    left,
    fileName: `${version === undefined ? folder : `${folder}-${toFileName(version)}`}.${format}`,
    bytes: writeArchive(
      format,
      packed.map(({ path, content }) => ({ path: `${folder}/${path}`, content })),
    ),
  };
}

/** Charts and versions are mostly such names already. */
function toFileName(text: string): string {
  const name = text.replace(/[^a-zA-Z0-9._+-]+/g, '-').replace(/^[.-]+|-+$/g, '');
  return name === '' ? 'chart' : name.slice(0, 100);
}
