import { createBareHono } from '../bare-hono.ts';
import { createHttpSubject, inProcess } from '../http-subject.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return createHttpSubject(inProcess(createBareHono()));
}
