import { createRunLog } from '../../../packages/agents/src/index.ts';
import { silentLogger } from '../../../packages/core/src/index.ts';
import type { UnitOfWork } from '../../../packages/domain/src/index.ts';
import type { Run, StoredRunEvent } from '../../../packages/domain/src/run/index.ts';
import { shareContentFrames } from '../../../packages/protocol/src/agent-chat/index.ts';
import { createApp, sseStream, startServer } from '../../../packages/server/src/index.ts';
import { openPlayback } from '../../../apps/web/src/agent-chat/playback.ts';
import { chunkText, type EventSource } from '../event-source.ts';

/** Longer than any measurement, so that no heartbeat is sent during one. */
const heartbeatMs = 3_600_000;

/** Starts a server that sends the events of a run's log over the Agent Chat Protocol; the log is in memory. */
export async function createSource(): Promise<EventSource> {
  const run = { id: 'run', conversationId: 'conversation' } as Run;
  const events: StoredRunEvent[] = [];
  const listeners = new Set<() => void>();
  const runs = {
    listEvents: async (_runId: string, { after, limit }: { readonly after: number; readonly limit: number }) =>
      events.slice(after, after + limit),
    findLogHead: async () => ({ lastSequence: events.length, isComplete: false, isDeleted: false }),
  };
  const runLog = createRunLog({
    unitOfWork: { stores: { runs } } as unknown as UnitOfWork,
    notifications: {
      listen(_topic, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const contentFrames = shareContentFrames();
  const app = createApp({ logger: silentLogger });
  app.get('/', async (context) => {
    const playback = await openPlayback({
      runs,
      runLog,
      run,
      contentFrames,
      runUrl: '',
      extensions: false,
      after: undefined,
    });
    if (!playback) throw new Error('The run is over.');
    return sseStream(context, { writeAll: playback, heartbeatMs });
  });
  const server = await startServer({ app, port: 0, drainMs: 0 });
  return {
    url: server.url,
    send() {
      const event = { type: 'content', turn: 0, deltas: [chunkText] } as const;
      events.push({ runId: run.id, sequence: events.length + 1, event, createdAt: new Date() });
      for (const listener of listeners) listener();
    },
    async close() {
      runLog.close();
      await server.close();
    },
  };
}
