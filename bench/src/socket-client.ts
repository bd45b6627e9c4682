// Reads answers from a server, one after the other over one connection, as many as each message of the parent says.
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { assertWhole } from './stream-task.ts';

const url = process.argv[2] ?? '';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function read(): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => text(response).then(resolve, reject)).on('error', reject);
  });
}

process.on('message', async (answers: number) => {
  for (let answer = 0; answer < answers; answer += 1) assertWhole(await read());
  process.send?.('read');
});
process.on('disconnect', () => agent.destroy());
