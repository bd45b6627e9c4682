import { createMappedChatModels } from '../mapped-chat-model.ts';
import { createShipmateLoop } from '../shipmate-loop.ts';
import type { LoopSize, Subject } from '../subject.ts';

export async function createSubject(size: LoopSize): Promise<Subject> {
  return createShipmateLoop(size, createMappedChatModels);
}
