import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { mountMetrics, type MetricsOptions } from './mount-metrics.ts';

function mount(options: Partial<MetricsOptions> = {}) {
  const app = createApp({ logger: silentLogger });
  let queries = 0;
  const countByState = async () => {
    queries += 1;
    return [{ kind: 'answer', status: 'running', count: 2 }] as const;
  };
  const measureQueues = async () => [{ name: 'respond', isDead: true, jobs: 3, oldestSeconds: 61.4 }] as const;
  mountMetrics(app, { runs: { countByState }, jobs: { measureQueues }, ...options });
  const read = (authorization?: string) =>
    app.request('/metrics', authorization === undefined ? {} : { headers: { authorization } });
  return { read, queries: () => queries };
}

it('/metrics writes the figures of the database beside the metrics of the process', async () => {
  const { read } = mount({ processMetrics: { collect: async () => 'own_total 1\n' } });
  const response = await read();
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await response.text()).split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'own_total 1',
    'shipmate_runs{kind="answer",status="running"} 2',
    'shipmate_jobs{job="respond",state="dead"} 3',
    'shipmate_oldest_job_age_seconds{job="respond",state="dead"} 61',
    '',
  ]);
});

it('/metrics reads the database once for scrapes in quick succession', async () => {
  const { read, queries } = mount();
  await Promise.all([read(), read(), read()]);
  expect(queries()).toBe(1);
});

it('/metrics reads the database again after a failed query', async () => {
  let fails = true;
  const { read } = mount({
    runs: {
      countByState: async () => {
        if (fails) throw new Error('away');
        return [];
      },
    },
  });
  expect((await read()).status).toBe(500);
  fails = false;
  expect((await read()).status).toBe(200);
});

it.each([
  [undefined, 401],
  ['Bearer wrong', 401],
  ['Bearer a-token-for-metrics', 200],
])('/metrics with a token answers %s with %i', async (authorization, status) => {
  expect((await mount({ token: 'a-token-for-metrics' }).read(authorization)).status).toBe(status);
});
