import { createMappedChatModels } from '../mapped-chat-model.ts';
import { createShipmateLoop } from '../shipmate-loop.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  return createShipmateLoop(size, createMappedChatModels);
}
