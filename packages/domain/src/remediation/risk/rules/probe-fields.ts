import { describePath, keyOfStep, shorten, type FieldPath } from '../field-path.ts';
import type { FieldRule, Judge, Verdict } from '../field-rule.ts';

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/**
 * Fields for the target of a probe. Hosts, headers and commands are left out: they reach or run something
 * else.
 */
const targets = ['httpGet path', 'httpGet port', 'httpGet scheme', 'tcpSocket port', 'grpc port', 'grpc service'];

/** Targets that automatic mode may correct. A path is left out: a request to it can have side effects. */
const automaticTargets: ReadonlySet<string> = new Set(['port', 'scheme']);

/** The largest values with which a probe still detects a fault within minutes. */
const timings: Readonly<Record<string, number>> = {
  initialDelaySeconds: 600,
  periodSeconds: 60,
  timeoutSeconds: 60,
  failureThreshold: 30,
  successThreshold: 10,
};

/** Rules for the probes of a container. */
export const probeFields: readonly FieldRule[] = probes.flatMap((probe) => [
  ...targets.map(
    (target): FieldRule => ({
      path: `${probe} ${target}`,
      on: ['added', 'changed'],
      judge: judgeTarget,
    }),
  ),
  ...Object.keys(timings).map(
    (timing): FieldRule => ({
      path: `${probe} ${timing}`,
      on: ['added', 'changed'],
      judge: judgeTiming,
    }),
  ),
]);

function judgeTarget({ operation, path, before, after }: Parameters<Judge>[0]): Verdict {
  const name = `${describeProbe(path, -3)}: ${path.slice(-2).join('.')}`;
  if (operation === 'added') return { level: 'medium', reason: `Adds to the ${name} ${shorten(String(after))}.` };
  const reason = `Changes the ${name} from ${shorten(String(before))} to ${shorten(String(after))}.`;
  const isAutomatic = automaticTargets.has(path.at(-1) ?? '');
  return { level: 'medium', reason, ...(isAutomatic && { automatic: 'correct_probe' }) };
}

function judgeTiming({ operation, path, before, after }: Parameters<Judge>[0]): Verdict | undefined {
  const timing = path.at(-1) ?? '';
  const largest = timings[timing];
  if (largest === undefined || typeof after !== 'number') return undefined;
  const change = operation === 'added' ? `to ${after}` : `from ${shorten(String(before))} to ${after}`;
  const reason = `Sets the ${describeProbe(path, -2)}: ${timing} ${change}.`;
  if (after > largest) return { level: 'medium', reason: `${reason} More than ${largest} hides faults for long.` };
  const isPatient = typeof before === 'number' && after > before && timing !== 'successThreshold';
  return { level: 'medium', reason, ...(isPatient && { automatic: 'correct_probe' }) };
}

/** Formats a probe, for example `liveness probe of container "web"`. */
function describeProbe(path: FieldPath, index: number): string {
  const probe = (path.at(index) ?? describePath(path)).replace('Probe', ' probe');
  return `${probe} of container "${keyOfStep(path.at(index - 1))}"`;
}
