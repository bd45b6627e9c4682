import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { ContainerRun, ProbeState, Termination } from './container-run.ts';
import { readShellCommand } from './shell-behaviour.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Behaviour } from '../rules/image-rule.ts';
import type { Occurrence } from '../state/event-recorder.ts';

const never = Number.POSITIVE_INFINITY;

function describeUnknown(probe: string, command: string): string {
  const kind = probe.replace('Probe', '');
  return `kube-sim cannot evaluate ${JSON.stringify(command)}, so the ${kind} probe passes. Declare probeExitCode in an image rule.`;
}

/** A container of a pod with the context of its step. */
export interface Place {
  readonly pod: KubeObject;
  readonly container: JsonObject;
  readonly list: 'containers' | 'initContainers';
  readonly address: string;
}

/** The counts of a probe's consecutive results. */
interface ProbeOutcome {
  readonly probe: JsonObject;
  readonly progress: ProbeState;
  readonly failure: string;
  readonly place: Place;
}

interface ProberOptions {
  readonly clock: VirtualClock;
  readonly recordEvent: (place: Place, occurrence: Pick<Occurrence, 'type' | 'reason' | 'message'>) => void;
  readonly end: (run: ContainerRun, how: Pick<Termination, 'exitCode' | 'reason'> & { readonly at: number }) => void;
}

/** Creates the prober; each call returns the time of the next probe. */
export function createProber({ clock, recordEvent, end }: ProberOptions) {
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
      recordEvent(place, { reason: 'ProbeNotSimulated', message: describeUnknown(name, unknownCommand) });
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
    recordEvent(place, {
      type: 'Warning',
      reason: 'Unhealthy',
      message: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} probe failed: ${failure}`,
    });
    if (progress.failures < Number(probe['failureThreshold'] ?? 3)) return;
    if (name === 'readinessProbe') {
      run.isReady = false;
      return;
    }
    recordEvent(place, { reason: 'Killing', message: `Container ${run.name} failed ${kind} probe, will be restarted` });
    end(run, { exitCode: 137, reason: 'Error', at: clock.now() });
  }

  return stepProbe;
}

/** A container under probe. */
interface ProbedContainer {
  readonly container: JsonObject;
  readonly behaviour: Behaviour;
  readonly address: string;
  /** Seconds since the container's start. */
  readonly age: number;
}

/** The result of a probe. */
interface ProbeResult {
  readonly isPassed: boolean;
  /** Output of a failed probe in the kubelet's words. */
  readonly output?: string;
  /** A command that cannot be evaluated; the probe passes. */
  readonly unknownCommand?: string;
}

/** Runs a probe. */
function runProbe(probe: JsonObject, probed: ProbedContainer): ProbeResult {
  if (probe['exec'] !== undefined) return runCommand(probe, probed.behaviour);
  const { container, behaviour, address } = probed;
  const request = asObject(probe['httpGet']);
  const named = request['port'] ?? asObject(probe['tcpSocket'])['port'] ?? asObject(probe['grpc'])['port'];
  const port = resolvePort(container, named);
  const isListening = listens(probed, port);
  const refused = `dial tcp ${address}:${port}: connect: connection refused`;
  if (probe['httpGet'] === undefined) return isListening ? { isPassed: true } : { isPassed: false, output: refused };
  const path = asString(request['path']) || '/';
  const scheme = asString(request['scheme']).toLowerCase() || 'http';
  if (!isListening) return { isPassed: false, output: `Get "${scheme}://${address}:${port}${path}": ${refused}` };
  const status = behaviour.http[path] ?? behaviour.http['*'] ?? 200;
  if (status >= 200 && status < 400) return { isPassed: true };
  return { isPassed: false, output: `HTTP probe failed with statuscode: ${status}` };
}

function runCommand(probe: JsonObject, { probeExitCode }: Behaviour): ProbeResult {
  if (probeExitCode !== undefined) return { isPassed: probeExitCode === 0, output: '' };
  const command = asArray(asObject(probe['exec'])['command']).map(asString);
  const outcome = readShellCommand(command);
  const text = command.join(' ');
  if (!outcome) return { isPassed: true, unknownCommand: text };
  const timeout = Number(probe['timeoutSeconds'] ?? 1);
  if ((outcome.exitAfter ?? Number.POSITIVE_INFINITY) > timeout)
    return { isPassed: false, output: `command timed out: ${JSON.stringify(text)} timed out after ${timeout}s` };
  return { isPassed: outcome.exitCode === 0, output: outcome.logs.map((line) => `${line.text}\n`).join('') };
}

function resolvePort(container: JsonObject, named: unknown): number {
  if (typeof named === 'number') return named;
  const found = asArray(container['ports'])
    .map(asObject)
    .find(({ name }) => name === named);
  return Number(found?.['containerPort'] ?? named ?? 0);
}

/** Tests whether a container listens on a port: a port of its behaviour, else one that it declares, else any. */
export function listens({ container, behaviour, age }: Omit<ProbedContainer, 'address'>, port: number): boolean {
  if (age < behaviour.listensAfter) return false;
  const declared = asArray(container['ports']).map((each) => Number(asObject(each)['containerPort']));
  const open = behaviour.listens ?? declared;
  return behaviour.listens === undefined && declared.length === 0 ? true : open.includes(port);
}
