import { Hono } from 'hono';
import { createInstantLanguageModels } from '../instant-language-model.ts';
import { serveBare } from '../serve-bare.ts';
import { createSocketSubject } from '../socket-subject.ts';
import { respondWithStreamText } from '../stream-text-response.ts';
import { deltas } from '../stream-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const createModel = createInstantLanguageModels([{ deltas }], { apart: true });
  return createSocketSubject(await serveBare(new Hono().get('/', () => respondWithStreamText(createModel()))));
}
