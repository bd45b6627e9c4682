import { expect, it } from 'vitest';
import { followWatch, type WatchStep } from './follow-watch.ts';
import type { RemediationWatch } from './remediation-watch.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const times = { stableMs: 60_000, stableBecause: 'of its probes', settleMs: 300_000, settleBecause: undefined };
const begun: RemediationWatch = {
  namespaces: ['shop'],
  before: null,
  changedAt: new Date(start).toISOString(),
  stableSince: null,
  restarts: {},
  times: null,
  nextCheckAt: null,
  until: null,
  waitingFor: null,
};

interface Observation {
  readonly objections?: readonly string[];
  readonly restarts?: Readonly<Record<string, number>>;
}

/** Follows a watch through time. `observe` takes the seconds since the change. */
function follow(observe: (seconds: number) => Observation) {
  const checks: number[] = [];
  let watch = begun;
  let at = start;
  for (;;) {
    const seconds = (at - start) / 1000;
    checks.push(seconds);
    const { objections = [], restarts = {} } = observe(seconds);
    const step: WatchStep = followWatch(watch, { at: new Date(at), objections, restarts, times });
    if (step.is !== 'waiting') return { step, checks, seconds };
    watch = step.watch;
    expect(Date.parse(watch.until ?? '')).toBeGreaterThanOrEqual(Date.parse(watch.nextCheckAt ?? ''));
    at = Date.parse(watch.nextCheckAt ?? '');
  }
}

it('followWatch ends once nothing has been wrong for its window', () => {
  const { step, seconds } = follow((at) => ({ objections: at < 40 ? ['0 of 1 replicas are available'] : [] }));
  expect(step).toMatchObject({ is: 'stable', seconds: 60, watch: { nextCheckAt: null, waitingFor: null } });
  expect(seconds).toBeLessThan(120);
});

it('followWatch restarts the window with each restart, and ends when restarts continue', () => {
  const { step, seconds } = follow((at) => ({ restarts: { 'uid/app': Math.floor(at / 50) } }));
  expect(step).toMatchObject({ is: 'over', objections: [expect.stringMatching(/^containers restarted \d+ times/)] });
  expect(seconds).toBeGreaterThanOrEqual(300);
  expect(seconds).toBeLessThan(420);
});

it('followWatch ends with the reason when something is still wrong at the deadline', () => {
  const { step, seconds, checks } = follow(() => ({ objections: ['0 of 1 replicas are available'] }));
  expect(step).toMatchObject({ is: 'over', objections: ['0 of 1 replicas are available'] });
  expect(seconds).toBe(300);
  expect(checks.length).toBeLessThan(20);
});

it('followWatch observes a window to its end when it began before the deadline', () => {
  expect(follow((at) => ({ objections: at < 290 ? ['wrong'] : [] }))).toMatchObject({
    step: { is: 'stable' },
    seconds: 360,
  });
});

it('followWatch names for a person the condition that it waits for', () => {
  const look = { at: new Date(start + 5_000), restarts: {}, times };
  expect(followWatch(begun, { ...look, objections: ['A', 'B'] }).watch.waitingFor).toBe('A; B.');
  expect(followWatch(begun, { ...look, objections: [] }).watch).toMatchObject({
    waitingFor: expect.stringMatching(/^No fault since .* for 60 s without a restart, because of its probes\.$/),
    until: new Date(start + 65_000).toISOString(),
  });
});
