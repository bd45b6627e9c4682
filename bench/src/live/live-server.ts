import { createRunLog, type RunLog } from '../../../packages/agents/src/index.ts';
import { silentLogger } from '../../../packages/core/src/index.ts';
import type { Database } from '../../../packages/db/src/index.ts';
import { createUiMessageEncoder, uiMessageStreamHeaders } from '../../../packages/protocol/src/stream/index.ts';
import { createApp, sseStream, startServer, type RunningServer } from '../../../packages/server/src/index.ts';

/** A server that streams runs, as the web app does, and its log. */
export interface LiveServer extends RunningServer {
  readonly runLog: RunLog;
}

/** Starts a server that streams each run of a database at its id. */
export async function startLiveServer(database: Database): Promise<LiveServer> {
  const runLog = createRunLog(database);
  const app = createApp({ logger: silentLogger });
  app.get('/:id', (context) =>
    sseStream(context, {
      headers: uiMessageStreamHeaders,
      writeAll: async (write, signal) => {
        const messageId = context.req.param('id');
        const encoder = createUiMessageEncoder({ messageId, costOf: () => undefined });
        await runLog.follow(messageId, { signal }, ({ event }) => write(encoder.encode(event)));
      },
    }),
  );
  const server = await startServer({ app, port: 0, drainMs: 0 });
  return {
    ...server,
    runLog,
    async close() {
      runLog.close();
      await server.close();
    },
  };
}
