import { createInstantLanguageModels } from '../instant-language-model.ts';
import { respondWithStreamText } from '../stream-text-response.ts';
import { createStreamCheck, deltas } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const createModel = createInstantLanguageModels([{ deltas }]);
  const check = createStreamCheck();
  return {
    unitsPerRun: deltas.length,
    async run() {
      const { body } = respondWithStreamText(createModel());
      const chunks: Uint8Array[] = [];
      for await (const chunk of body ?? []) chunks.push(chunk);
      check(chunks);
    },
  };
}
