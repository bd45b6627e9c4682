import { AppError } from '@shipmate/core';
import { codeIndexPhaseWords } from '@shipmate/domain/code-map';
import { isEnded } from '@shipmate/domain/run';
import {
  type CodeIndexView,
  codeMapListResponseSchema,
  type CodeMapView,
  startIndexResponseSchema,
} from '@shipmate/protocol/web/code-maps';
import { runTraceSchema } from '@shipmate/protocol/web/runs';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import type { Terminal } from '../terminal.ts';
import { waitUntil } from '../wait-until.ts';

/** Resources of {@link indexCode}. */
export interface IndexContext {
  readonly connection: Connection;
  readonly terminal: Pick<Terminal, 'warn' | 'isInteractive'>;
  readonly signal: AbortSignal;
}

/** A branch or commit of a repository; the default branch without both. */
interface IndexTarget {
  readonly repositoryId: string;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
}

/** Lists the maps of a repository, newest first, with the newest index. */
export function readMaps(repositoryId: string, { connection: { web }, signal }: Omit<IndexContext, 'terminal'>) {
  const path = `/api/repositories/${encodeURIComponent(repositoryId)}/maps`;
  return requestJson(web, { path, response: codeMapListResponseSchema, signal });
}

/** Indexes code, shows the progress, and returns the map. @throws AppError `CONFLICT` with the reason of an index that failed */
export async function indexCode({ repositoryId, ...target }: IndexTarget, context: IndexContext): Promise<CodeMapView> {
  const { connection, terminal, signal } = context;
  const { runId } = await requestJson(connection.web, {
    path: `/api/repositories/${encodeURIComponent(repositoryId)}/maps`,
    body: target,
    response: startIndexResponseSchema,
    signal,
  });
  let shown = '';
  const read = async () => {
    const { maps, index } = await readMaps(repositoryId, context);
    const own = index?.runId === runId ? index : undefined;
    const words = own ? describeProgress(own) : '';
    if (terminal.isInteractive && words !== '' && words !== shown) terminal.warn(words, 'dim');
    shown = words;
    // Another index may have begun; the run itself then has the status.
    const status = own?.status ?? (await readStatus(runId, context));
    return { map: maps.find(({ id }) => id === runId), status, message: own?.errorMessage ?? null };
  };
  const { map, status, message } = await waitUntil(read, (state) => isEnded(state.status), signal);
  if (map) return map;
  const why =
    status === 'cancelled' ? 'was cancelled' : `failed${message === null ? '' : `: ${message.replace(/\.$/u, '')}`}`;
  throw new AppError({
    code: 'CONFLICT',
    message: `The index ${why}. "shipmate runs show ${runId}" prints its steps.`,
  });
}

async function readStatus(runId: string, { connection: { web }, signal }: IndexContext) {
  const path = `/api/runs/${encodeURIComponent(runId)}`;
  return (await requestJson(web, { path, response: runTraceSchema, signal })).run.status;
}

function describeProgress({ status, progress }: CodeIndexView): string {
  if (isEnded(status)) return '';
  if (progress === null) return 'Waiting for a worker';
  const { phase, done, total } = progress;
  return total > 0 ? `${codeIndexPhaseWords[phase]}, ${done} of ${total}` : codeIndexPhaseWords[phase];
}
