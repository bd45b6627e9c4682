import { writeAnswer } from '../shipmate-answer.ts';
import { createStreamCheck, deltas } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const check = createStreamCheck();
  return {
    unitsPerRun: deltas.length,
    async run() {
      const chunks: Uint8Array[] = [];
      await writeAnswer((text) => chunks.push(Buffer.from(text)));
      check(chunks);
    },
  };
}
