// Reads a list over HTTPS on each message and drops it, so that the client's CPU time is not the subject's.
import { once } from 'node:events';
import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.on('message', (options: RequestOptions) => void read(options));

async function read(options: RequestOptions): Promise<void> {
  const outgoing = request({ ...options, agent });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  process.send?.(response.statusCode);
}
