import { AppError } from '@shipmate/core';
import { type ExportQuery, importArchiveResponseSchema, maxArchiveBytes } from '@shipmate/protocol/web/archive';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { workspacesKey } from './workspaces.ts';

/** Creates a workspace from an uploaded archive. */
export function useImportArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxArchiveBytes) throw tooLarge(file);
      return requestJson('/api/workspaces/archive', { schema: importArchiveResponseSchema, body: file });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: workspacesKey }),
  });
}

/** Returns true when an error describes a defect of the uploaded archive. */
export function isAboutArchive({ details }: AppError): boolean {
  return typeof details === 'object' && details !== null && 'reason' in details;
}

/** Returns the download path of a workspace, or of one chart of it, as an archive. */
export function toExportPath(workspaceId: string, query: ExportQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/api/workspaces/${workspaceId}/export?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Returns the error that the server would return after the upload. */
function tooLarge(file: File): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `${file.name} is larger than ${maxArchiveBytes / 1_000_000} MB. Pack the folder of the chart alone.`,
    details: { reason: 'compressed_size' },
  });
}
