// Reads the streams whose URLs its parent sends, and answers with the time from each delta to its arrival.
import { Agent, get } from 'node:http';
import { sharedNow } from './paced-model.ts';

const agent = new Agent({ maxSockets: Infinity });

function read(url: string): Promise<readonly number[]> {
  const latencies: number[] = [];
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const now = sharedNow();
        for (const [, sentAt] of chunk.matchAll(/@(\d+\.\d+)/g)) latencies.push(now - Number(sentAt));
      });
      response.on('end', () => resolve(latencies));
    }).on('error', reject);
  });
}

process.on('message', async (urls: readonly string[]) => {
  const reading = urls.map(read);
  process.send?.((await Promise.all(reading)).flat());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
