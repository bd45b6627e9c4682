import { createReaderSubject } from '../reader-subject.ts';
import { createSource } from '../sources/node-http.ts';
import type { Subject } from '../subject.ts';

export function createSubject(): Promise<Subject> {
  return createReaderSubject(createSource);
}
