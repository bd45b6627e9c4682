import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@shipmate/core';
import type { JobAdministration, QueueFigures } from '@shipmate/domain/job';
import type { RunCount, RunFigures } from '@shipmate/domain/run';
import type { ProcessMetrics } from '@shipmate/runtime';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';
import { describeRoute } from '../openapi/describe-route.ts';

/** Options for {@link mountMetrics}. */
export interface MetricsOptions {
  /** Metrics of this process; without them, only figures of the database are served. */
  readonly processMetrics?: ProcessMetrics | undefined;
  readonly runs: RunFigures;
  readonly jobs: Pick<JobAdministration, 'measureQueues'>;
  /** Bearer token that a reader needs; none when undefined. */
  readonly token?: string | undefined;
}

/** Time for which figures of the database are kept, in milliseconds: many scrapes cost one query. */
const keptMs = 5_000;

/** Mounts `/metrics` in the text format of Prometheus: the metrics of this process, and runs and jobs of the database. */
export function mountMetrics(app: Hono<AppEnvironment>, { processMetrics, runs, jobs, token }: MetricsOptions): void {
  let kept: { readonly at: number; readonly figures: Promise<string> } | undefined;

  async function readFigures(): Promise<string> {
    const [counts, queues] = await Promise.all([runs.countByState(), jobs.measureQueues()]);
    return toRunLines(counts) + toQueueLines(queues);
  }

  function figures(): Promise<string> {
    if (kept === undefined || performance.now() - kept.at > keptMs) {
      const reading = { at: performance.now(), figures: readFigures() };
      kept = reading;
      reading.figures.catch(() => (kept = undefined));
    }
    return kept.figures;
  }

  describeRoute(app, 'GET /metrics', {
    summary: 'Get metrics',
    description: 'In the text format of Prometheus. Requires `METRICS_TOKEN` as bearer token where it is set.',
    tag: 'health',
    responseTypes: ['text/plain'],
  });
  app.get('/metrics', async (context) => {
    if (token !== undefined) requireToken(context.req.header('authorization'), token);
    const [own = '', shared] = await Promise.all([processMetrics?.collect(), figures()]);
    return context.body(own + shared, 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
}

/** @throws AppError `UNAUTHORIZED` */
function requireToken(authorization: string | undefined, token: string): void {
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digestOf(authorization ?? ''), digestOf(`Bearer ${token}`))) return;
  throw new AppError({ code: 'UNAUTHORIZED', message: 'Send METRICS_TOKEN as bearer token.' });
}

function toRunLines(counts: readonly RunCount[]): string {
  return toGauge(
    'shipmate_runs',
    'Runs that have not ended, and those that ended within the last hour.',
    counts.map(({ kind, status, count }) => [{ kind, status }, count]),
  );
}

function toQueueLines(queues: readonly QueueFigures[]): string {
  const labelsOf = ({ name, isDead }: QueueFigures) => ({ job: name, state: isDead ? 'dead' : 'queued' });
  return (
    toGauge(
      'shipmate_jobs',
      'Jobs that wait to be executed, and dead ones.',
      queues.map((queue) => [labelsOf(queue), queue.jobs]),
    ) +
    toGauge(
      'shipmate_oldest_job_age_seconds',
      'Time since the oldest job of a queue was due.',
      queues.map((queue) => [labelsOf(queue), Math.round(queue.oldestSeconds)]),
    )
  );
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Writes a gauge. The values of its labels are names of ours, which need no escapes. */
function toGauge(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}{${pairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
