import { loopAnswers } from '../loop-task.ts';
import { createMappedChatModel } from '../mapped-chat-model.ts';
import { createShipmateLoop } from '../shipmate-loop.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return createShipmateLoop(() => createMappedChatModel(loopAnswers));
}
