import type { ChecksResponse, WorkspaceResponse } from '@shipmate/protocol';
import { useEffect, useMemo } from 'react';
import { useChecks } from '../../api/checks.ts';
import { acceptedVersions, changedSinceChecks } from './accepted-versions.ts';
import { hasChart } from './no-chart.tsx';

/** Edits often come one upon another, and each check takes helm some seconds. */
const settledMs = 2_000;

/**
 * What checks find in the files on screen. They run when the files are first shown, and again once nobody has changed any file
 * for a moment; until then the answer is of the files as they were.
 */
export function useSettledChecks({ workspace, files }: WorkspaceResponse): ChecksResponse | undefined {
  const { data: checks, refetch } = useChecks(workspace.id, { isWanted: hasChart(files) });
  const isStale = useMemo(
    () => checks !== undefined && changedSinceChecks(checks, acceptedVersions(files)).length > 0,
    [checks, files],
  );
  // Not because of new checks: they may be of files that another tab has changed, which this one is not told of yet.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => void refetch(), settledMs);
    return () => clearTimeout(timer);
  }, [isStale, files, refetch]);
  return checks;
}
