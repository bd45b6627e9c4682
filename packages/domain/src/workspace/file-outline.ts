import type { Chart } from '../chart/chart.ts';
import { versionOf } from './file-version.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';
import type { Workspace } from './workspace.ts';

/** A file without its content, except for a file with a pending change. */
export interface FileOutline extends Pick<WorkspaceFile, 'id' | 'chartId' | 'path'> {
  /** Result of `versionOf`. */
  readonly version: string;
  /** Size of the content including its pending change, in bytes of UTF-8. */
  readonly bytes: number;
  /** The whole file; null without a pending change. */
  readonly changed: WorkspaceFile | null;
}

/** A workspace with its charts and the outlines of its files. */
export interface WorkspaceOutline {
  readonly workspace: Workspace;
  readonly charts: readonly Chart[];
  /** By path. */
  readonly files: readonly FileOutline[];
}

/** Returns the version of a file after acceptance of its pending change; null if that deletes it. */
export function acceptedVersionOf(file: WorkspaceFile): string | null {
  const content = effectiveContent(file);
  return content === undefined ? null : versionOf({ ...file, path: effectivePath(file), content, pending: null });
}
