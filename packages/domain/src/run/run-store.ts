import type { Principal, StopReason, Usage } from '@shipmate/core';
import type { Persona } from './persona.ts';
import type { Run, RunStatus } from './run.ts';
import type { RunEvent, StoredRunEvent } from './run-event.ts';

/** Runs and their logs. **Contract.** A user sees their own runs; any other is `NOT_FOUND`. */
export interface RunStore {
  create(
    principal: Principal,
    run: {
      readonly id: string;
      readonly conversationId: string;
      readonly workspaceId: string | null;
      readonly model: string;
      readonly status: 'queued' | 'running';
      /** `developer` by default. */
      readonly persona?: Persona | undefined;
    },
  ): Promise<Run>;
  get(principal: Principal, runId: string): Promise<Run>;
  /** The runs of a conversation, oldest first. */
  listForConversation(principal: Principal, conversationId: string): Promise<readonly Run[]>;
  /** The newest run of a conversation that has not ended. */
  findActive(principal: Principal, conversationId: string): Promise<Run | undefined>;
  /** Appends in order and returns the sequence of the last one. The run's executor is the only writer. */
  appendEvents(runId: string, events: readonly RunEvent[]): Promise<number>;
  /** Events with a sequence above `after`, in order, at most `limit`. */
  listEvents(
    runId: string,
    options: { readonly after: number; readonly limit: number },
  ): Promise<readonly StoredRunEvent[]>;
  end(
    runId: string,
    outcome: {
      readonly status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
      readonly stopReason: StopReason;
      readonly usage: Usage;
      readonly errorCode: string | null;
      readonly errorMessage: string | null;
    },
  ): Promise<void>;
  /** Runs that a process which died left `running`; called once at the start of the only executor. */
  listUnfinished(): Promise<readonly Run[]>;
}
