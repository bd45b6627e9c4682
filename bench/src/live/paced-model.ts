import { setTimeout as sleep } from 'node:timers/promises';
import { noUsage, type ChatModel } from '../../../packages/core/src/index.ts';

/** Number of deltas of an answer. */
export const deltaCount = 200;
/** Time between two deltas in milliseconds, as a fast model sends them. */
const paceMs = 20;

/** Returns the time in milliseconds, by a clock that the processes of a machine share. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

/** A model whose deltas carry the time at which they were sent. */
export const pacedModel: ChatModel = {
  id: 'paced:paced',
  async *stream(_request, signal) {
    yield { type: 'message_start' };
    let text = '';
    const startedAt = performance.now() + Math.random() * paceMs;
    for (let index = 1; index <= deltaCount; index += 1) {
      await sleep(Math.max(0, startedAt + index * paceMs - performance.now()), undefined, { signal });
      const delta = `@${sharedNow().toFixed(3)} some words `;
      text += delta;
      yield { type: 'content_delta', text: delta };
    }
    const message = { role: 'assistant', content: [{ type: 'text', text }] } as const;
    yield { type: 'message_complete', finish: 'stop', usage: noUsage, message };
  },
};
