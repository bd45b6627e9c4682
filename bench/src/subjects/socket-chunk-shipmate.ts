import { silentLogger } from '../../../packages/core/src/index.ts';
import { uiMessageStreamHeaders } from '../../../packages/protocol/src/stream/index.ts';
import { createApp, sseStream, startServer } from '../../../packages/server/src/index.ts';
import { writePacedAnswer } from '../shipmate-answer.ts';
import { createSocketSubject } from '../socket-subject.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const app = createApp({ logger: silentLogger });
  app.get('/', (context) => sseStream(context, { headers: uiMessageStreamHeaders, writeAll: writePacedAnswer }));
  return createSocketSubject(await startServer({ app, port: 0 }));
}
