import { createHttpSubject, inProcess } from '../http-subject.ts';
import type { Subject } from '../subject.ts';
import { createToolsApi } from '../tools-api.ts';

export async function createSubject(): Promise<Subject> {
  const { app, token, close } = await createToolsApi();
  return createHttpSubject({ ...inProcess(app), close }, token);
}
