import { Hono } from 'hono';
import { serveBare } from '../serve-bare.ts';
import { createSocketSubject } from '../socket-subject.ts';
import { respondWithStreamText } from '../stream-text-response.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return createSocketSubject(await serveBare(new Hono().get('/', () => respondWithStreamText({ apart: true }))));
}
