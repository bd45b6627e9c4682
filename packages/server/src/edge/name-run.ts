import { runHeader } from '@shipmate/protocol/http';
import type { Context } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';

/** Names the run that a request started or follows: in a header of the response, and with its trace in the log line of the request. */
export function nameRun(context: Context<AppEnvironment>, runId: string): void {
  context.header(runHeader, runId);
  context.set('namedRunId', runId);
}
