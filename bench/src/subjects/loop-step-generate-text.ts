import { toRawTools } from '../ai-sdk-tools.ts';
import { createGenerateTextLoop } from '../generate-text-loop.ts';
import type { LoopSize, Subject } from '../subject.ts';

export async function createSubject(size: LoopSize): Promise<Subject> {
  return createGenerateTextLoop(size, toRawTools);
}
