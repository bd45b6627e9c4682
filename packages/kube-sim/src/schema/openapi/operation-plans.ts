import type { Subresource, Verb } from '../../resources/resource-definition.ts';
import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  logParameters,
  type Parameter,
  patchParameters,
  writeParameters,
} from './parameters.ts';

/** What is said of an operation, whatever the resource. */
export interface OperationPlan {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  readonly action: string;
  /** Around the group and version in its id: `list`, or `delete` and `Collection`. */
  readonly id: readonly [before: string, after?: string];
  readonly parameters: readonly Parameter[];
  readonly body?: 'deleteOptions' | 'object' | 'patch';
  readonly answers: 'list' | 'object' | 'status' | 'text';
  readonly codes: readonly ('200' | '201' | '202')[];
}

type PlanByVerb = Readonly<Partial<Record<Verb, OperationPlan>>>;

export const collectionPlans: PlanByVerb = {
  list: { method: 'get', action: 'list', id: ['list'], parameters: listParameters, answers: 'list', codes: ['200'] },
  create: {
    method: 'post',
    action: 'post',
    id: ['create'],
    parameters: writeParameters,
    body: 'object',
    answers: 'object',
    codes: ['200', '201', '202'],
  },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    id: ['delete', 'Collection'],
    parameters: deleteCollectionParameters,
    body: 'deleteOptions',
    answers: 'status',
    codes: ['200'],
  },
};

export const objectPlans: PlanByVerb = {
  get: { method: 'get', action: 'get', id: ['read'], parameters: [], answers: 'object', codes: ['200'] },
  update: {
    method: 'put',
    action: 'put',
    id: ['replace'],
    parameters: writeParameters,
    body: 'object',
    answers: 'object',
    codes: ['200', '201'],
  },
  patch: {
    method: 'patch',
    action: 'patch',
    id: ['patch'],
    parameters: patchParameters,
    body: 'patch',
    answers: 'object',
    codes: ['200', '201'],
  },
  delete: {
    method: 'delete',
    action: 'delete',
    id: ['delete'],
    parameters: deleteParameters,
    body: 'deleteOptions',
    answers: 'status',
    codes: ['200', '202'],
  },
};

/** Those that are passed on to what runs in a container or on a node. */
const connected: ReadonlySet<string> = new Set(['attach', 'exec', 'portforward', 'proxy']);

/** The operations on a subresource, which stands at one object whatever is done to it. */
export function subresourcePlans({ name, verbs }: Subresource): readonly OperationPlan[] {
  return verbs
    .map((verb) => objectPlans[verb] ?? collectionPlans[verb])
    .filter((plan) => plan !== undefined)
    .map((plan): OperationPlan => {
      if (name === 'log') return { ...plan, parameters: logParameters, answers: 'text' };
      if (!connected.has(name)) return plan;
      const { method } = plan;
      const after = method.charAt(0).toUpperCase() + method.slice(1);
      return { method, action: 'connect', id: ['connect', after], parameters: [], answers: 'text', codes: ['200'] };
    });
}
