import { respondWithStreamText } from '../stream-text-response.ts';
import { createStreamCheck, deltas } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const check = createStreamCheck();
  return {
    unitsPerRun: deltas.length,
    async run() {
      const { body } = respondWithStreamText();
      const chunks: Uint8Array[] = [];
      for await (const chunk of body ?? []) chunks.push(chunk);
      check(chunks);
    },
  };
}
