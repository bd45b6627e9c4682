import { isEnded } from '@shipmate/domain/run';
import {
  type RepositoryJobView,
  type StartJobResponse,
  startJobResponseSchema,
} from '@shipmate/protocol/web/repositories';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { decideApproval, settleCall } from '../conversation/decide-approval.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printJson, printJsonLine } from '../print-json.ts';
import { tailRun } from '../runs/tail-run.ts';
import type { Terminal } from '../terminal.ts';
import { waitUntil } from '../wait-until.ts';
import { printJob, readJob } from './repository-job.ts';

/** Options of commands that start a job. */
export const followOptions = {
  detach: { type: 'boolean', description: 'Print the id of the job and exit; a worker executes it.' },
  json: { type: 'boolean', description: 'Print one JSON object per line; the last one is the job.' },
} as const;

/** The note of commands that start a job. */
export const followNotes =
  'Calls that wait for approval are shown at the terminal. Ctrl-C stops reading; the job continues. "shipmate runs stop" stops it. The exit code is 0\n' +
  'when the job completes, and 1 when it fails or is cancelled. A token needs the scopes read, chart:write, runs:write and code:write.';

/** A job to start. */
interface JobStart {
  readonly path: string;
  readonly body: unknown;
  readonly isDetached: boolean;
  readonly isJson: boolean;
  /** Fires at Ctrl-C: the job continues. */
  readonly signal: AbortSignal;
}

/** Starts a job, prints its progress until it ends, and then its result and the next commands. */
export async function startJob(
  { path, body, isDetached, isJson, signal }: JobStart,
  connection: Connection,
  terminal: Terminal,
): Promise<ExitCode> {
  const started = await requestJson(connection.web, { path, body, response: startJobResponseSchema, signal });
  const { jobId } = started;
  if (isDetached) {
    if (isJson) printJson(terminal, started);
    else terminal.print(jobId);
    return exitCodes.success;
  }
  terminal.warn(`Job ${jobId}`, 'dim');
  try {
    await follow(started, { connection, terminal, isJson, signal });
    // The last event may arrive before the status is stored.
    const job = await waitUntil(
      () => readJob(connection, jobId),
      ({ status }) => isEnded(status),
      signal,
    );
    if (isJson) printJsonLine(terminal, { event: 'job', data: job });
    else printEnd(job, connection, terminal);
    return job.status === 'completed' ? exitCodes.success : exitCodes.failure;
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    terminal.warn(toLeftJob(jobId, connection), 'yellow');
    return exitCodes.interrupted;
  }
}

interface FollowContext {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

async function follow({ jobId, conversationId }: StartJobResponse, context: FollowContext): Promise<void> {
  await tailRun(jobId, {
    ...context,
    onDecision: async ({ approvalId, toolCallId }) => {
      if (approvalId === undefined) await settleCall({ conversationId, toolCallId }, context);
      else await decideApproval(approvalId, context);
    },
  });
}

/** Prints a job below the text of its run, which has the reason of a failure. */
function printEnd(job: RepositoryJobView, connection: Connection, terminal: Terminal): void {
  terminal.print('');
  printJob({ ...job, errorMessage: null }, connection, terminal);
  if (job.outcome !== 'open' || job.result === null || job.result.commits === 0) return;
  const next = ['diff', 'push', 'discard'].map((command) => `  shipmate repository-jobs ${command} ${job.id}`);
  const page = connection.webUrl === undefined ? '' : ' on its page, or';
  terminal.warn([`\nReview the job${page} with:`, ...next].join('\n'), 'dim');
}

function toLeftJob(jobId: string, { webUrl }: Connection): string {
  if (webUrl === undefined) return 'The job waits for a worker: "shipmate up" continues it.';
  return `The job continues. Follow it with "shipmate runs tail ${jobId}", stop it with "shipmate runs stop ${jobId}".`;
}
