import { createInstantChatModel } from '../instant-chat-model.ts';
import { loopAnswers } from '../loop-task.ts';
import { createShipmateLoop } from '../shipmate-loop.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return createShipmateLoop(() => createInstantChatModel(loopAnswers));
}
