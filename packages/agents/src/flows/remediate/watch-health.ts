import { systemClock } from '@shipmate/core';
import type { HealthCheck } from '@shipmate/domain/remediation';
import { repeatCheck } from './read-health.ts';
import type { RemediationWork } from './remediation-work.ts';
import { wait as waitForReal } from './wait.ts';

/** How long a change may take to show, how long it has to hold, and how often it is looked for. */
const patience = { withinMs: 300_000, stableMs: 15_000, everyMs: 5_000 };

/** Looks at objects until all have been healthy for a while, or time is up, and returns how they were last. */
export async function watchHealth(work: RemediationWork): Promise<readonly HealthCheck[]> {
  const { ports, signal, advance } = work;
  const { clock = systemClock, wait = waitForReal } = ports;
  const now = (): number => clock.now().getTime();
  const until = now() + patience.withinMs;
  let { checks } = work.remediation;
  let healthySince: number | undefined;
  for (;;) {
    checks = await Promise.all(checks.map((check) => repeatCheck(check, work)));
    await advance({ checks });
    const at = now();
    healthySince = checks.every(({ after }) => after?.isHealthy) ? (healthySince ?? at) : undefined;
    if (healthySince !== undefined && at - healthySince >= patience.stableMs) return checks;
    if (at >= until) return checks;
    await wait(patience.everyMs, signal);
  }
}
