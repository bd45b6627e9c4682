// Keeps many streams open, counts the events of each, and reports when all have the number that the parent waits for.
import { Agent, get } from 'node:http';

const [url = '', count = ''] = process.argv.slice(2);
const readers = Number(count);
const agent = new Agent({ maxSockets: readers });
const newLine = 10;
/** Number of readers that have read a number of events, by that number. */
const arrived = new Map<number, number>();
let awaited = Infinity;
let connected = 0;

function reportWhenRead(): void {
  if (arrived.get(awaited) !== readers) return;
  arrived.clear();
  awaited = Infinity;
  process.send?.('read');
}

for (let reader = 0; reader < readers; reader += 1) {
  get(url, { agent }, (response) => {
    let events = -1;
    let last = 0;
    // The first frame is the comment that opens the stream.
    response.on('data', (chunk: Buffer) => {
      for (const byte of chunk) {
        if (byte === newLine && last === newLine) {
          events += 1;
          if (events === 0 && (connected += 1) === readers) process.send?.('connected');
          arrived.set(events, (arrived.get(events) ?? 0) + 1);
        }
        last = byte === newLine && last === newLine ? 0 : byte;
      }
      reportWhenRead();
    });
  });
}

process.on('message', (events: number) => {
  awaited = events;
  reportWhenRead();
});
process.on('disconnect', () => process.exit());
