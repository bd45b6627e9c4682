import type { Readable } from 'node:stream';
import type { LeftFile } from '@shipmate/domain/archive';
import { parseChartManifest } from './chart-manifest.ts';
import { type FileSelection, type RevisionFiles, selectFiles } from './select-files.ts';
import { writeArchive, type WrittenFormat } from './write-archive.ts';

/** A revision of a workspace. */
export interface ExportedRevision extends RevisionFiles {
  /** The name of the workspace. */
  readonly name: string;
}

/** The files to pack, and the archive format. */
export interface ExportArchiveOptions extends FileSelection {
  readonly format: WrittenFormat;
}

/** A packed workspace or chart. */
export interface ExportedArchive {
  readonly fileName: string;
  readonly bytes: Readable;
  /** Files that are omitted because their paths are not safe to unpack, by path from the workspace. */
  readonly left: readonly LeftFile[];
}

/**
 * Packs a revision: one chart as `helm package` does, in a folder of its name and under its name and version; several
 * charts, or a chart with files outside of it, in a folder of the workspace's name.
 *
 * @throws AppError `NOT_FOUND` when the chart does not exist.
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

/** Converts a chart's name or version to a file name; most are valid file names already. */
function toFileName(text: string): string {
  const name = text.replace(/[^a-zA-Z0-9._+-]+/g, '-').replace(/^[.-]+|-+$/g, '');
  return name === '' ? 'chart' : name.slice(0, 100);
}
