import { switchName } from './add-switches.ts';

/** Where evaluation is: the id of the running test, or the path of the test file that is imported or set up. */
type CurrentTask = () => string;

/** Mutants that a task evaluated, and the number of evaluations. */
export interface Reach {
  readonly mutants: Set<number>;
  evaluations: number;
}

/** Chooses the active mutant, and records evaluations of the switches that mutated modules contain. */
export interface Switchboard {
  /** Records the mutants that each task evaluates, until the next call of any method. */
  record(): Map<string, Reach>;
  /** Activates a mutant until the next call; after `limit` evaluations of any switch each one throws. */
  activate(id: number, limit: number): void;
  /** Tells whether the limit of evaluations was exceeded since the last activation. */
  isExceeded(): boolean;
  /** Activates no mutant. */
  reset(): void;
}

/** Installs the global function that switches call. */
export function installSwitchboard(currentTask: CurrentTask): Switchboard {
  let active = 0;
  let left = Infinity;
  let reached: Map<string, Reach> | undefined;

  const record = (id: number, found: Map<string, Reach>): void => {
    const task = currentTask();
    const reach = found.get(task) ?? { mutants: new Set(), evaluations: 0 };
    if (reach.evaluations === 0) found.set(task, reach);
    reach.mutants.add(id);
    reach.evaluations += 1;
  };
  const isActive = (id: number): boolean => {
    if (reached) record(id, reached);
    left -= 1;
    if (left < 0) throw new Error('The mutant exceeded its limit of evaluations.');
    return id === active;
  };
  Object.defineProperty(globalThis, switchName, { value: isActive, configurable: true });

  const activate = (id: number, limit: number): void => {
    active = id;
    left = limit;
    reached = undefined;
  };
  return {
    activate,
    record: () => {
      activate(0, Infinity);
      reached = new Map();
      return reached;
    },
    isExceeded: () => left < 0,
    reset: () => activate(0, Infinity),
  };
}
