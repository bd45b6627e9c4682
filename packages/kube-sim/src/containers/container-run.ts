import type { LogLine } from '../state/cluster-state.ts';
import type { Behaviour } from '../rules/image-rule.ts';

/** The end of a container. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly containerId: string;
}

/** The kubelet's state of one probe of a running container. */
export interface ProbeState {
  nextAt: number;
  failures: number;
  successes: number;
  /** An event already names the command that cannot be evaluated. */
  isNamed?: boolean;
}

/** A running container. */
export interface RunningContainer {
  readonly phase: 'running';
  readonly startedAt: number;
  readonly containerId: string;
  /** The current behaviour and its start: another rule may take over while the container runs. */
  readonly behaviour: Behaviour;
  readonly since: number;
  /** Time of the next rule check. */
  readonly recheckAt: number;
  /** The environment at the container's start. */
  readonly variables: Readonly<Record<string, string>>;
  /** Lines written before the current behaviour. */
  readonly written: readonly LogLine[];
}

export type ContainerState =
  | { readonly phase: 'waiting'; readonly reason: string; readonly message?: string }
  | RunningContainer
  | ({ readonly phase: 'terminated' } & Termination);

/** The role of a container: init container, sidecar, or a container of the pod's work. */
type ContainerRole = 'init' | 'sidecar' | 'main';

/** The kubelet's mutable state of one container. */
export interface ContainerRun {
  readonly name: string;
  readonly role: ContainerRole;
  state: ContainerState;
  last?: Termination;
  restarts: number;
  /** Earliest time of the next start or pull. */
  notBefore: number;
  backOffMs: number;
  pullBackOffMs: number;
  isPulled: boolean;
  isReady: boolean;
  hasStarted: boolean;
  readonly probes: Map<string, ProbeState>;
  /** Logs of earlier starts, the last one last. */
  readonly pastLogs: (readonly LogLine[])[];
}

export function createContainerRun(name: string, role: ContainerRole, reason: string): ContainerRun {
  return {
    name,
    role,
    state: { phase: 'waiting', reason },
    restarts: 0,
    notBefore: 0,
    backOffMs: 0,
    pullBackOffMs: 0,
    isPulled: false,
    isReady: false,
    hasStarted: false,
    probes: new Map(),
    pastLogs: [],
  };
}

/** Tests whether the containers after an init container or sidecar may start. */
export function isPassed({ role, state, hasStarted }: ContainerRun): boolean {
  if (role === 'sidecar') return state.phase === 'running' && hasStarted;
  return state.phase === 'terminated' && state.exitCode === 0;
}

/** Maximum number of lines kept per start. */
const maxLines = 5000;

/** The lines that a start of a container has written until a time. */
export function linesWritten({ behaviour, since, written }: RunningContainer, until: number): readonly LogLine[] {
  const lines: LogLine[] = [];
  for (const { after, every, text } of behaviour.logs) {
    const first = since + after * 1000;
    if (every === undefined) {
      if (first <= until) lines.push({ time: first, text });
      continue;
    }
    const step = every * 1000;
    const count = Math.floor((until - first) / step) + 1;
    for (let index = Math.max(0, count - maxLines); index < count; index += 1)
      lines.push({ time: first + index * step, text });
  }
  return [...written, ...lines.sort((left, right) => left.time - right.time)];
}

/** The time of a container's next line after a time. */
export function nextLineAt({ behaviour, since }: RunningContainer, after: number): number {
  const times = behaviour.logs.map((line) => {
    const first = since + line.after * 1000;
    if (first > after) return first;
    const step = line.every === undefined ? Number.POSITIVE_INFINITY : line.every * 1000;
    return first + (Math.floor((after - first) / step) + 1) * step;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...times.filter((time) => !Number.isNaN(time)));
}
