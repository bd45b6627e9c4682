import type { ChecksResponse } from '@shipmate/protocol/web/checks';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useEffect, useMemo } from 'react';
import { useChecks } from '../../api/checks.ts';
import { acceptedVersions, changedSinceChecks } from './accepted-versions.ts';
import { hasChart } from './no-chart.tsx';

/** Debounces consecutive edits, because each check takes helm several seconds. */
const settledMs = 2_000;

/**
 * The findings in the files on screen. The checks run when the files are first shown, and again once no file has
 * changed for a moment; until then the result describes the earlier files.
 */
export function useSettledChecks({ workspace, files }: WorkspaceOutline): ChecksResponse | undefined {
  const { data: checks, refetch } = useChecks(workspace.id, { isWanted: hasChart(files) });
  const isStale = useMemo(
    () => checks !== undefined && changedSinceChecks(checks, acceptedVersions(files)).length > 0,
    [checks, files],
  );
  // Not because of new checks: they may cover files that another tab changed and this tab has not yet refetched.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => void refetch(), settledMs);
    return () => clearTimeout(timer);
  }, [isStale, files, refetch]);
  return checks;
}
