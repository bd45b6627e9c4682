import { createSerialisingSubject } from '../kube-list-subjects.ts';
import { createDefinitions } from '../kube-lists.ts';
import type { Subject } from '../subject.ts';

export const createSubject = async (): Promise<Subject> => createSerialisingSubject(await createDefinitions());
