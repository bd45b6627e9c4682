import { createBareHono } from '../bare-hono.ts';
import { createHttpSubject } from '../http-subject.ts';
import { serveBare } from '../serve-bare.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return createHttpSubject({ ...(await serveBare(createBareHono())), fetch });
}
