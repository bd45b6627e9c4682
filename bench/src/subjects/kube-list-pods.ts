import { createListingSubject } from '../kube-list-subjects.ts';
import { createPods } from '../kube-lists.ts';
import type { Subject } from '../subject.ts';

export const createSubject = async (): Promise<Subject> => createListingSubject(await createPods());
