import type { VirtualClock } from '../clock/virtual-clock.ts';
import { asObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ContainerRun, ProbeState, Termination } from './container-run.ts';
import type { Occurrence } from '../cluster/event-recorder.ts';
import { runProbe } from './probes.ts';

const never = Number.POSITIVE_INFINITY;

function describeUnknown(probe: string, command: string): string {
  const kind = probe.replace('Probe', '');
  return `kube-sim cannot evaluate ${JSON.stringify(command)}, so the ${kind} probe passes. Declare probeExitCode in an image rule.`;
}

/** One container in its pod, at one moment. */
export interface Place {
  readonly pod: KubeObject;
  readonly container: JsonObject;
  readonly list: 'containers' | 'initContainers';
  readonly address: string;
}

/** What a probe found, and what it found before. */
interface ProbeOutcome {
  readonly probe: JsonObject;
  readonly progress: ProbeState;
  readonly failure: string;
  readonly place: Place;
}

interface ProberOptions {
  readonly clock: VirtualClock;
  readonly tell: (place: Place, occurrence: Pick<Occurrence, 'type' | 'reason' | 'message'>) => void;
  readonly end: (run: ContainerRun, how: Pick<Termination, 'exitCode' | 'reason'> & { readonly at: number }) => void;
}

/** Makes what asks containers how they are; its answer is when to ask again. */
export function createProber({ clock, tell, end }: ProberOptions) {
  function stepProbe(name: string, run: ContainerRun, place: Place): number {
    const probe = asObject(place.container[name]);
    if (place.container[name] === undefined || run.state.phase !== 'running') return never;
    if (name === 'startupProbe' ? run.hasStarted : !run.hasStarted) return never;
    const now = clock.now();
    const period = 1000 * Number(probe['periodSeconds'] ?? 10);
    const initial = run.state.startedAt + 1000 * Number(probe['initialDelaySeconds'] ?? 0);
    const progress = run.probes.get(name) ?? { nextAt: Math.max(now, initial), failures: 0, successes: 0 };
    run.probes.set(name, progress);
    if (now < progress.nextAt) return progress.nextAt;
    progress.nextAt = now + period;
    const { behaviour, since } = run.state;
    const {
      isPassed,
      output = '',
      unknownCommand,
    } = runProbe(probe, {
      container: place.container,
      behaviour,
      address: place.address,
      age: (now - since) / 1000,
    });
    if (unknownCommand !== undefined && !progress.isNamed) {
      progress.isNamed = true;
      tell(place, { reason: 'ProbeNotSimulated', message: describeUnknown(name, unknownCommand) });
    }
    if (isPassed) succeed(name, run, { probe, progress, place });
    else fail(name, run, { probe, progress, failure: output, place });
    return run.state.phase === 'running' ? progress.nextAt : never;
  }

  function succeed(
    name: string,
    run: ContainerRun,
    { probe, progress, place }: Pick<ProbeOutcome, 'probe' | 'progress' | 'place'>,
  ): void {
    progress.failures = 0;
    progress.successes += 1;
    if (progress.successes < Number(probe['successThreshold'] ?? 1)) return;
    if (name === 'startupProbe') run.hasStarted = true;
    const isAsked = place.container['readinessProbe'] !== undefined;
    if (name === 'readinessProbe' || (name === 'startupProbe' && !isAsked)) run.isReady = run.role !== 'init';
  }

  function fail(name: string, run: ContainerRun, { probe, progress, failure, place }: ProbeOutcome): void {
    progress.successes = 0;
    progress.failures += 1;
    const kind = name.replace('Probe', '');
    tell(place, {
      type: 'Warning',
      reason: 'Unhealthy',
      message: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} probe failed: ${failure}`,
    });
    if (progress.failures < Number(probe['failureThreshold'] ?? 3)) return;
    if (name === 'readinessProbe') {
      run.isReady = false;
      return;
    }
    tell(place, { reason: 'Killing', message: `Container ${run.name} failed ${kind} probe, will be restarted` });
    end(run, { exitCode: 137, reason: 'Error', at: clock.now() });
  }

  return stepProbe;
}
