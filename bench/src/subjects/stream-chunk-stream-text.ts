import { streamText } from 'ai';
import { createInstantLanguageModel } from '../instant-language-model.ts';
import { deltas, streamedLength } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return {
    unitsPerRun: deltas.length,
    async run() {
      let length = 0;
      const { stream } = streamText({ model: createInstantLanguageModel([{ deltas }]), prompt: 'Tell me.' });
      for await (const part of stream) if (part.type === 'text-delta') length += part.text.length;
      if (length !== streamedLength) throw new Error('The stream lost a delta.');
    },
  };
}
