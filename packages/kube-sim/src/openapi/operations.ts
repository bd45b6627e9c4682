import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  logParameters,
  type Parameter,
  patchParameters,
  pathParameters,
  writeParameters,
} from './parameters.ts';
import {
  apiVersionOf,
  type ResourceDefinition,
  type Subresource,
  type Verb,
} from '../resources/resource-definition.ts';

/** Names the schema of an operation's body or response; undefined for text. */
type NameSchema = (
  what: OperationPlan['answers'] | NonNullable<OperationPlan['body']>,
  subresource?: Subresource,
) => string | undefined;

type PathItem = Readonly<Record<string, unknown>>;

/** The path prefix of a group and version: `api/v1`, `apis/apps/v1`. */
export function pathOf({ group, version }: Pick<ResourceDefinition, 'group' | 'version'>): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** The paths of a resource with their operations. */
export function toPaths(definition: ResourceDefinition, nameSchema: NameSchema): Record<string, PathItem> {
  const { kind, plural, namespaced, verbs, subresources } = definition;
  const everywhere = `/${pathOf(definition)}/${plural}`;
  const base = namespaced ? `/${pathOf(definition)}/namespaces/{namespace}/${plural}` : everywhere;
  const name = namespaced ? `Namespaced${kind}` : kind;
  const paths: Record<string, PathItem> = {};

  function add(path: string, plan: OperationPlan | undefined, of: { name: string; subresource?: Subresource }): void {
    if (!plan) return;
    const operation = toOperation(definition, nameSchema, { plan, ...of });
    paths[path] = { ...paths[path], [plan.method]: operation, parameters: pathParameters(kind, path) };
  }

  if (namespaced && verbs.includes('list')) add(everywhere, collectionPlans.list, { name: `${kind}ForAllNamespaces` });
  for (const verb of verbs) {
    add(base, collectionPlans[verb], { name });
    add(`${base}/{name}`, objectPlans[verb], { name });
  }
  for (const subresource of subresources) {
    for (const plan of subresourcePlans(subresource)) {
      const path = `${base}/{name}/${subresource.name}`;
      add(path, plan, { name: `${name}${capitalize(subresource.name)}`, subresource });
    }
  }
  return paths;
}

function toOperation(
  definition: ResourceDefinition,
  nameSchema: NameSchema,
  {
    plan,
    name,
    subresource,
  }: { readonly plan: OperationPlan; readonly name: string; readonly subresource?: Subresource },
): PathItem {
  const { action, parameters, codes, body } = plan;
  const { group, version } = subresource?.groupVersion ?? definition;
  const kind = subresource?.kind ?? definition.kind;
  const answer = toContent(nameSchema(plan.answers, subresource), answerTypes);
  return {
    tags: [`${toCamelCase(definition.group)}_${definition.version}`],
    description: `${action} of ${kind} in ${apiVersionOf({ group, version })}`,
    operationId: toOperationId(definition, plan, name),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        content: toContent(nameSchema(body, subresource), body === 'patch' ? patchTypes(definition) : ['*/*']),
        ...(body !== 'deleteOptions' && { required: true }),
      },
    }),
    responses: {
      ...Object.fromEntries(codes.map((code) => [code, { description: meanings[code], content: answer }])),
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, kind, version },
  };
}

const meanings = { '200': 'OK', '201': 'Created', '202': 'Accepted' } as const;
const answerTypes = ['application/json', 'application/yaml'];

/** Custom resources do not support strategic merge patches. */
function patchTypes({ custom }: ResourceDefinition): readonly string[] {
  const types = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json'];
  return custom ? types : [...types, 'application/strategic-merge-patch+json'];
}

function toContent(schema: string | undefined, types: readonly string[]): Record<string, unknown> {
  if (schema === undefined) return { '*/*': { schema: { type: 'string' } } };
  return Object.fromEntries(types.map((type) => [type, { schema: { $ref: `#/components/schemas/${schema}` } }]));
}

/** `listAppsV1NamespacedDeployment`, `deleteAppsV1CollectionNamespacedDeployment`. */
function toOperationId({ group, version }: ResourceDefinition, { id }: OperationPlan, name: string): string {
  const [before, after = ''] = id;
  return `${before}${capitalize(toCamelCase(group))}${capitalize(version)}${after}${name}`;
}

function toCamelCase(group: string): string {
  const [first = '', ...rest] = (group || 'core').replace(/\.k8s\.io$/, '').split(/[.-]/);
  return first + rest.map(capitalize).join('');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The parts of an operation that do not depend on the resource. */
interface OperationPlan {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  readonly action: string;
  /** Around the group and version in the operation id: `list`, or `delete` and `Collection`. */
  readonly id: readonly [before: string, after?: string];
  readonly parameters: readonly Parameter[];
  readonly body?: 'deleteOptions' | 'object' | 'patch';
  readonly answers: 'list' | 'object' | 'status' | 'text';
  readonly codes: readonly ('200' | '201' | '202')[];
}

type PlanByVerb = Readonly<Partial<Record<Verb, OperationPlan>>>;

const collectionPlans: PlanByVerb = {
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

const objectPlans: PlanByVerb = {
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

/** Subresources that proxy to a container or node. */
const connected: ReadonlySet<string> = new Set(['attach', 'exec', 'portforward', 'proxy']);

/** The operations on a subresource. */
function subresourcePlans({ name, verbs }: Subresource): readonly OperationPlan[] {
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
