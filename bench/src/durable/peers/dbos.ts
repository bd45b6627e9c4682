import { DBOS } from '@dbos-inc/dbos-sdk';
import { assertAnswered, callOf, deltas, readTurns, weather } from '../weather-task.ts';
import type { DurablePeer } from '../durable-peer.ts';

/** A workflow with a step for each answer of the model and each call of the tool. */
async function answer(): Promise<string> {
  for (let turn = 0; turn < readTurns; turn += 1) {
    const { input } = await DBOS.runStep(async () => callOf(turn), { name: 'model' });
    await DBOS.runStep(() => weather.execute(input), { name: weather.name });
  }
  return DBOS.runStep(readAnswer, { name: 'model' });
}

async function readAnswer(): Promise<string> {
  let text = '';
  for (const delta of deltas) text += delta;
  return text;
}

export async function createPeer(databaseUrl: string): Promise<DurablePeer> {
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  const workflow = DBOS.registerWorkflow(answer, { name: 'answer' });
  await DBOS.launch();
  return {
    async run() {
      const handle = await DBOS.startWorkflow(workflow)();
      assertAnswered(await handle.getResult());
    },
    close: () => DBOS.shutdown(),
  };
}
