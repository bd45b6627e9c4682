import { AppError } from '@shipmate/core';
import {
  filesResponseSchema,
  type FileSummary,
  type FileView,
  maxFilesPerRequest,
} from '@shipmate/protocol/web/workspace';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { requestJson } from './request.ts';

/** A file whose content is to be loaded. */
type FileKey = Pick<FileSummary, 'id' | 'path' | 'version'>;

const fileKey = 'file';

/** Never refetched: another version of the file is another query. */
function fileQuery(workspaceId: string, { id, path, version }: FileKey) {
  return queryOptions({
    queryKey: [fileKey, workspaceId, id, version],
    queryFn: async ({ signal }) => {
      const [file] = await requestFiles(workspaceId, [path], signal);
      if (file) return file;
      throw new AppError({ code: 'NOT_FOUND', message: `File "${path}" does not exist. Reload the workspace.` });
    },
    staleTime: Infinity,
  });
}

/** A file with its content. While a new version loads, the previous one stays. */
export function useFile(workspaceId: string, file: FileSummary | undefined) {
  return useQuery({
    ...fileQuery(workspaceId, file ?? { id: '', path: '', version: '' }),
    enabled: file !== undefined,
    placeholderData: (previous: FileView | undefined) => (previous?.id === file?.id ? previous : undefined),
  });
}

/** Loads the new versions of the files on screen, so that the page changes once, when all of it is known. */
export async function loadShownFiles(
  client: QueryClient,
  { workspace, files }: { readonly workspace: { readonly id: string }; readonly files: readonly FileKey[] },
): Promise<void> {
  const active = client.getQueryCache().findAll({ queryKey: [fileKey, workspace.id], type: 'active' });
  const shown = new Set(active.map(({ queryKey: [, , id] }) => id));
  // A failure stays in the query and appears where the file is shown.
  await Promise.all(
    files.filter(({ id }) => shown.has(id)).map((file) => client.prefetchQuery(fileQuery(workspace.id, file))),
  );
}

/** As many of the files as one request can name, with their contents. */
export function useFiles(workspaceId: string, files: readonly FileKey[]) {
  const some = files.slice(0, maxFilesPerRequest);
  const length = some.findIndex((_, index) => toSearch(some.slice(0, index + 1)).length > maxSearchLength);
  const wanted = length === -1 ? some : some.slice(0, length);
  return useQuery({
    queryKey: ['files', workspaceId, wanted.map(({ version }) => version)],
    queryFn: ({ signal }) =>
      requestFiles(
        workspaceId,
        wanted.map(({ path }) => path),
        signal,
      ),
    enabled: wanted.length > 0,
    staleTime: Infinity,
  });
}

/** A server refuses a request whose address and headers together exceed 16 KB. */
const maxSearchLength = 8_000;

function toSearch(files: readonly Pick<FileKey, 'path'>[]): string {
  return String(new URLSearchParams(files.map(({ path }) => ['path', path])));
}

async function requestFiles(
  workspaceId: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly FileView[]> {
  const search = toSearch(paths.map((path) => ({ path })));
  const { files } = await requestJson(`/api/workspaces/${workspaceId}/files?${search}`, {
    schema: filesResponseSchema,
    signal,
  });
  return files;
}
