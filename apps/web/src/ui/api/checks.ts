import { digestOfVersions } from '@shipmate/domain/workspace';
import {
  type ChecksResponse,
  checksResponseSchema,
  type RenderedQuery,
  renderedResponseSchema,
} from '@shipmate/protocol/web/checks';
import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AppError } from '@shipmate/core';
import { requestJson } from './request.ts';

/** Running helm on a workspace takes seconds, so results are refetched only on request. */
const unhurried = { staleTime: Infinity, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: false } as const;

/** A check of charts, with the versions of the checked files. */
export type CheckReport = ChecksResponse & { readonly versions: Readonly<Record<string, string>> };

interface ChecksOptions {
  /** Returns the versions of the files on screen after acceptance of everything pending, by path. */
  readonly readVersions: () => ReadonlyMap<string, string>;
  readonly isWanted?: boolean;
}

/** Checks the charts of a workspace once, until a refetch. */
export function useChecks(workspaceId: string, { readVersions, isWanted = true }: ChecksOptions) {
  return useQuery({
    queryKey: ['checks', workspaceId],
    queryFn: async ({ signal }): Promise<CheckReport> => {
      const known = readVersions();
      const path = `/api/workspaces/${workspaceId}/checks?known=${digestOfVersions(known)}`;
      const report = await requestJson(path, { schema: checksResponseSchema, signal });
      return { ...report, versions: report.versions ?? Object.fromEntries(known) };
    },
    enabled: isWanted,
    ...unhurried,
  });
}

interface RenderedOptions {
  readonly workspaceId: string;
  readonly files: readonly FileSummary[];
  readonly query: RenderedQuery;
}

/** Renders a chart without and with the pending changes, and again whenever a file changes. */
export function useRendered({ workspaceId, files, query }: RenderedOptions) {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const search = new URLSearchParams(given);
  return useQuery({
    queryKey: ['rendered', workspaceId, `${search}`, files.map(({ version }) => version)],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/rendered?${search}`, { schema: renderedResponseSchema, signal }),
    placeholderData: keepPreviousData,
    ...unhurried,
  });
}

/** Returns true when the server has no helm; the error's message says how to install it. */
export function isWithoutHelm({ details }: AppError): boolean {
  return typeof details === 'object' && details !== null && 'reason' in details && details.reason === 'no_helm';
}
