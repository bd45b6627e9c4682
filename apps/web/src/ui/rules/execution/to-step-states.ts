import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';

type ExecutedStep = RuleExecutionView['steps'][number];

/** The state of an action in an execution. */
export type StepState =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'approval'
  | 'completed'
  | 'failed'
  | 'skipped'
  /** The execution took another path. */
  | 'unreached';

/** An execution by its actions. */
export interface ExecutionStates {
  readonly stateOf: (actionId: string) => StepState;
  /** Returns undefined for an action that has not begun. */
  readonly stepOf: (actionId: string) => ExecutedStep | undefined;
  /** Returns true for a connection that the execution followed; `source` is null for the trigger. */
  readonly isTaken: (edge: {
    readonly source: string | null;
    readonly target: string;
    readonly output: string | null;
  }) => boolean;
}

/** Indexes an execution by its actions and connections. */
export function toExecutionStates({
  steps,
  unreached,
}: Pick<RuleExecutionView, 'steps' | 'unreached'>): ExecutionStates {
  const byId = new Map(steps.map((step) => [step.actionId, step]));
  const isUnreached = new Set(unreached);
  return {
    stepOf: (id) => byId.get(id),
    stateOf(id) {
      const step = byId.get(id);
      if (step) return step.status === 'waiting' && isPending(step) ? 'approval' : step.status;
      return isUnreached.has(id) ? 'unreached' : 'queued';
    },
    isTaken({ source, target, output }) {
      if (source === null) return byId.has(target);
      const port = byId.get(source)?.port ?? null;
      return port !== null && (output === null || output === port);
    },
  };
}

function isPending({ approvers }: ExecutedStep): boolean {
  return approvers.some(({ decision }) => decision === null);
}
