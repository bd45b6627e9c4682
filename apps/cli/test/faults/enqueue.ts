import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { silentLogger, ToolRegistry } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { Asked } from './ask.ts';
import type { FaultSetup } from './fault-setup.ts';
import { createModel } from './work.ts';

/** Stores a question as a run for a worker. */
export async function enqueue({ database, person }: FaultSetup, message: string): Promise<Asked> {
  const { unitOfWork, notifications } = database;
  const model = createModel(Promise.resolve());
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog: createRunLog({ unitOfWork, notifications }),
    models: { get: () => model },
    tools: new ToolRegistry(),
    approvalSecret: await unitOfWork.stores.secrets.getOrCreate('approvals'),
    logger: silentLogger,
  });
  const { run } = await executor.enqueue(person.principal, {
    conversationId: newId(),
    workspaceId: null,
    contextType: 'tables',
    message,
    model: model.id,
    origin: 'job',
  });
  return { runId: run.id, answer: Promise.resolve('') };
}
