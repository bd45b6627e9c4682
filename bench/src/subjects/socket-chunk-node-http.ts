import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { uiMessageStreamHeaders } from '../../../packages/protocol/src/stream/index.ts';
import { writeAnswer } from '../shipmate-answer.ts';
import { createSocketSubject } from '../socket-subject.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const chunks: Buffer[] = [];
  await writeAnswer((text) => chunks.push(Buffer.from(text)));
  const server = createServer(async (_request, response) => {
    response.writeHead(200, uiMessageStreamHeaders);
    for (const chunk of chunks) {
      await nextLoop();
      response.write(chunk);
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return createSocketSubject({ url: `http://127.0.0.1:${port}`, close: () => server.close() });
}
