import { newId } from '@shipmate/domain';
import type { EvidenceCall } from '@shipmate/domain/cluster';
import type { ConsultationLog } from '../../flows/consult-model.ts';
import { recordLoop } from '../answer/record-loop.ts';
import { readLogEnd } from '../answer/restore-progress.ts';
import type { RemediationWork } from './remediation-work.ts';

/** Creates the log of an investigation. Evidence and usage are stored in the transactions of the run's calls and turns. */
export async function logInvestigation(work: RemediationWork): Promise<ConsultationLog> {
  const { ports, run, recorder, progress } = work;
  const { lease } = run;
  const { runs } = ports.unitOfWork.stores;
  const turnsTaken = (await runs.listSteps(lease.runId)).length;
  const { interrupted } = await readLogEnd(runs, lease.runId);
  const evidence = new Map<string, EvidenceCall>();
  const { onEvent, journal } = recordLoop({
    recorder,
    work: run,
    progress: { loggedCalls: new Set(), ...(interrupted && { interrupted }) },
    alongside: {
      turnEnded: ({ model, usage, costUsd }) => progress.write({ spent: { model, usage, costUsd } }),
      callEnded(toolCallId) {
        const call = evidence.get(toolCallId);
        return call && progress.write({ call });
      },
    },
  });

  /** The first call is made for the model, before its first turn. */
  async function storeOpening(call: EvidenceCall): Promise<void> {
    const { tool: name, input, output, isError } = call;
    const toolCallId = newId();
    const part = { type: 'tool_result', id: toolCallId, name, output, isError } as const;
    const result = { part, durationMs: 0, clientEvents: [] };
    recorder.record({ type: 'tool_call', turn: turnsTaken, toolCallId, name, input });
    await recorder.store(
      async (stores) => {
        await stores.runs.endToolCall(lease, { turn: turnsTaken, input, result });
        await progress.write({ call })(stores);
      },
      { type: 'tool_result', turn: turnsTaken, toolCallId, name, output, isError, durationMs: 0, clientEvents: [] },
    );
  }

  return {
    turnsTaken,
    onEvent,
    journal,
    async onCall(call, toolCallId) {
      if (toolCallId === undefined) return storeOpening(call);
      evidence.set(toolCallId, call);
    },
    async countRest(spent) {
      await progress.advance({ spent });
    },
  };
}
