import { randomUUID } from 'node:crypto';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { PostgresStore } from '@mastra/pg';
import { createInstantLanguageModels } from '../../instant-language-model.ts';
import { assertAnswered, callOf, deltas, question, readTurns, weather } from '../weather-task.ts';
import type { DurablePeer } from '../durable-peer.ts';

/** An agent with memory in PostgreSQL, which stores the messages when the run has ended. */
export async function createPeer(databaseUrl: string): Promise<DurablePeer> {
  const storage = new PostgresStore({ id: 'bench', connectionString: databaseUrl });
  await storage.init();
  const memory = new Memory({ storage });
  const { name, description, input: inputSchema, execute } = weather;
  const tools = { [name]: createTool({ id: name, description, inputSchema, execute }) };
  const calls = Array.from({ length: readTurns }, (_, turn) => callOf(turn));
  const createModel = createInstantLanguageModels([
    ...calls.map(({ input }) => ({ toolCall: { toolName: name, input } })),
    { deltas },
  ]);
  return {
    async run() {
      const agent = new Agent({
        id: 'weather',
        name: 'weather',
        instructions: 'Help.',
        // Mastra's type for a V4 model requires a streaming doGenerate.
        model: createModel() as unknown as MastraModelConfig,
        tools,
        memory,
      });
      const { textStream } = await agent.stream(question, {
        maxSteps: readTurns + 2,
        memory: { thread: randomUUID(), resource: 'bench' },
      });
      let text = '';
      for await (const delta of textStream) text += delta;
      assertAnswered(text);
    },
    close: () => storage.close(),
  };
}
