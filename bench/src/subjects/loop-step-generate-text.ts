import { toRawTools } from '../ai-sdk-tools.ts';
import { createGenerateTextLoop } from '../generate-text-loop.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  return createGenerateTextLoop(size, toRawTools);
}
