import type { LogLine } from '../state/cluster-state.ts';
import type { Behaviour } from '../rules/image-rule.ts';

/** How a container ended. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly containerId: string;
}

/** What the kubelet knows of one probe of a running container. */
export interface ProbeState {
  nextAt: number;
  failures: number;
  successes: number;
  /** Whether an event names the command that cannot be evaluated. */
  isNamed?: boolean;
}

/** A container that runs. */
export interface RunningContainer {
  readonly phase: 'running';
  readonly startedAt: number;
  readonly containerId: string;
  /** What it does, and since when: rules may take over while it runs. */
  readonly behaviour: Behaviour;
  readonly since: number;
  /** When it looks again which rule holds. */
  readonly recheckAt: number;
  /** Its environment as it was at its start. */
  readonly variables: Readonly<Record<string, string>>;
  /** What it wrote before the present behaviour. */
  readonly written: readonly LogLine[];
}

export type ContainerState =
  | { readonly phase: 'waiting'; readonly reason: string; readonly message?: string }
  | RunningContainer
  | ({ readonly phase: 'terminated' } & Termination);

/** What a container is for: to prepare, to run beside the others from before they start, or to do the pod's work. */
type ContainerRole = 'init' | 'sidecar' | 'main';

/** What the kubelet knows of one container; it changes as time goes by. */
export interface ContainerRun {
  readonly name: string;
  readonly role: ContainerRole;
  state: ContainerState;
  last?: Termination;
  restarts: number;
  /** No start or pull before this. */
  notBefore: number;
  backOffMs: number;
  pullBackOffMs: number;
  isPulled: boolean;
  isReady: boolean;
  hasStarted: boolean;
  readonly probes: Map<string, ProbeState>;
  /** What earlier starts wrote, the last one last. */
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

/** Whether the containers after an init container or sidecar may start. */
export function isPassed({ role, state, hasStarted }: ContainerRun): boolean {
  if (role === 'sidecar') return state.phase === 'running' && hasStarted;
  return state.phase === 'terminated' && state.exitCode === 0;
}

/** At most so many lines of one start are kept in mind. */
const maxLines = 5000;

/** What a start of a container has written by a time. */
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

/** When a start of a container will write next after a time. */
export function nextLineAt({ behaviour, since }: RunningContainer, after: number): number {
  const times = behaviour.logs.map((line) => {
    const first = since + line.after * 1000;
    if (first > after) return first;
    const step = line.every === undefined ? Number.POSITIVE_INFINITY : line.every * 1000;
    return first + (Math.floor((after - first) / step) + 1) * step;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...times.filter((time) => !Number.isNaN(time)));
}
