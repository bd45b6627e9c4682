import { compose } from '../../apps/tools-api/src/compose.ts';
import { silentLogger } from '../../packages/core/src/index.ts';
import { createDatabase } from '../../packages/db/src/index.ts';
import { createToolStorage } from '../../packages/domain/src/tool-storage/index.ts';
import { createToolTokens } from '../../packages/server/src/index.ts';
import { openTools } from '../../packages/tools/src/index.ts';
import { createInstantChatModels } from './instant-chat-model.ts';

/** Creates the complete tools-api over a database in memory, with a signed token for it. */
export async function createToolsApi() {
  const database = await createDatabase({ memory: true }, { logger: silentLogger });
  await database.migrate();
  const tools = openTools({}, { storage: createToolStorage(database.unitOfWork) });
  const toolTokens = createToolTokens({ secret: 'a secret of thirty-two characters', lifetimeSeconds: 3600 });
  const { app } = compose(
    { host: '127.0.0.1' },
    {
      logger: silentLogger,
      database,
      tools: tools.registry,
      models: { get: createInstantChatModels([]) },
      toolTokens,
      draining: new AbortController().signal,
    },
  );
  const token = await toolTokens.sign({ userId: 'u', organizationId: 'o', via: 'tool_token' });
  const close = async () => {
    await tools.close();
    await database.close();
  };
  return { app, token, close };
}
