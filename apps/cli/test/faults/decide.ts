import type { Run } from '@shipmate/domain/run';
import type { ApprovalListResponse } from '@shipmate/protocol/web/approvals';
import type { Server } from './ask.ts';
import type { FaultSetup } from './fault-setup.ts';

/**
 * Decides everything that a run waits for, over HTTP: approves its calls, and resolves calls of unknown outcome from the ledger. If
 * the server crashes meanwhile, the decision may be stored or not; the next call finds out.
 */
export async function decide(setup: FaultSetup, run: Run, { url, gone: signal }: Server): Promise<void> {
  const { database, ledger, person } = setup;
  if (run.status !== 'waiting') return;
  const { browserHeaders: headers } = person;
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const isDecided = response.ok || response.status === 409;
    const text = await response.text();
    if (!isDecided) throw new Error(`${path} answered ${response.status}: ${text}`);
  };
  for (const { toolCallId, name, status } of await database.unitOfWork.stores.runs.listToolCalls(run.id)) {
    if (status !== 'unknown') continue;
    const choice = ledger.read(run.id).includes(name) ? 'done' : 'again';
    await post(`/api/chat/${run.conversationId}/tool-calls/${toolCallId}/decision`, { choice });
  }
  const listed = await fetch(`${url}/api/approvals`, { headers, signal });
  const { approvals } = (await listed.json()) as ApprovalListResponse;
  for (const { id, runId } of approvals) {
    if (runId === run.id) await post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  }
}
