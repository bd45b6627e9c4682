import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useEffect, useMemo } from 'react';
import { type CheckReport, useChecks } from '../../api/checks.ts';
import { acceptedVersions } from '../../files/accepted-versions.ts';
import { changedSinceChecks } from './changed-since-checks.ts';
import { hasChart } from './no-chart.tsx';

/** Debounces consecutive edits, because each check takes helm several seconds. */
const settledMs = 2_000;

/**
 * The findings in the files on screen. The checks run once they are wanted, and again once no file has
 * changed for a moment; until then the result describes the earlier files.
 */
export function useSettledChecks(
  { workspace, files }: WorkspaceOutline,
  { isWanted }: { readonly isWanted: boolean },
): CheckReport | undefined {
  const { data: checks, refetch } = useChecks(workspace.id, {
    readVersions: () => acceptedVersions(files),
    isWanted: isWanted && hasChart(files),
  });
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
