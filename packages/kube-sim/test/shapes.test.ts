import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

/** The shape of a value: fields and types, `[]` for array elements and `*` for names that differ between objects. */
function shapeOf(value: unknown, path = '', free: readonly string[] = []): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => shapeOf(item, `${path}[]`, free)))].sort();
  if (typeof value !== 'object' || value === null) return [`${path} ${value === null ? 'null' : typeof value}`];
  const fields = Object.entries(value).flatMap(([name, child]) => {
    const shown = free.includes(path) ? '*' : name;
    return shapeOf(child, path === '' ? shown : `${path}.${shown}`, free);
  });
  return fields.length === 0 ? [`${path} {}`] : [...new Set(fields)].sort();
}

const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z'), users: [{ name: 'reader' }] });
afterAll(() => cluster.close());
for (const name of ['a', 'b', 'c']) {
  cluster.objects.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'default' } });
}

const refusal = [
  'apiVersion string',
  'code number',
  'kind string',
  'message string',
  'metadata {}',
  'reason string',
  'status string',
];
const refusalOf = (...details: readonly string[]) => [...refusal, ...details.map((each) => `details.${each}`)].sort();
const causes = ['causes[].field string', 'causes[].message string', 'causes[].reason string'];
const managed = (at: string, ...fields: readonly string[]) => [
  ...['apiVersion', 'fieldsType', 'manager', 'operation', 'time'].map((name) => `${at}.managedFields[].${name} string`),
  ...fields.map((field) => `${at}.managedFields[].fieldsV1.${field} {}`),
];
const objectMeta = (at: string) =>
  ['creationTimestamp', 'name', 'namespace', 'resourceVersion', 'uid'].map((name) => `${at}.${name} string`);
const page = ['metadata.continue string', 'metadata.remainingItemCount number', 'metadata.resourceVersion string'];
const identity = ['apiVersion string', 'kind string'];

const configMaps = '/api/v1/namespaces/default/configmaps';
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const as = (type: string) => ({ accept: `application/json;as=${type};v=v1;g=meta.k8s.io` });
const apply = { 'content-type': 'application/apply-patch+yaml' };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
const review = (kind: string, spec: object) => ({ apiVersion: 'authorization.k8s.io/v1', kind, spec });
const attributes = { namespace: 'default', verb: 'delete', resource: 'pods' };

interface Row {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly status: number;
  /** Fields whose own field names are data. */
  readonly free?: readonly string[];
  readonly shape: readonly string[];
}

const table: Readonly<Record<string, Row>> = {
  'a missing object': {
    path: `${configMaps}/nope`,
    status: 404,
    shape: refusalOf('kind string', 'name string'),
  },
  'a missing object of a named group': {
    path: '/apis/apps/v1/namespaces/default/deployments/nope',
    status: 404,
    shape: refusalOf('group string', 'kind string', 'name string'),
  },
  'a list that may not be seen': {
    path: '/api/v1/secrets',
    user: 'reader',
    status: 403,
    shape: refusalOf('kind string'),
  },
  'an object that may not be seen': {
    path: '/api/v1/nodes/node-1',
    user: 'reader',
    status: 403,
    shape: refusalOf('kind string', 'name string'),
  },
  'a selector that cannot be read': { path: '/api/v1/pods?labelSelector=a%3D%3D%3Db', status: 400, shape: refusal },
  'an invalid token': { path: '/api/v1/pods?limit=1&continue=xyz', status: 400, shape: refusal },
  'a stranger': { path: '/api/v1/pods', headers: { authorization: 'Bearer nope' }, status: 401, shape: refusal },
  'an unsupported method': {
    method: 'PUT',
    path: configMaps,
    body: configMap,
    status: 405,
    shape: [...refusal, 'details {}'],
  },
  'an object that is invalid': {
    method: 'POST',
    path: `${configMaps}?dryRun=All`,
    body: { ...configMap, metadata: { name: 'BAD_Name' } },
    status: 422,
    shape: refusalOf('kind string', 'name string', ...causes),
  },
  'an unknown field': {
    method: 'POST',
    path: `${configMaps}?dryRun=All&fieldValidation=Strict`,
    body: { ...configMap, dataa: {} },
    status: 400,
    shape: refusal,
  },
  'a future version': {
    path: `${configMaps}?resourceVersion=99999999`,
    status: 504,
    shape: refusalOf('causes[].message string', 'causes[].reason string', 'retryAfterSeconds number'),
  },
  'a dry run of an apply': {
    method: 'PATCH',
    path: `${configMaps}/a?dryRun=All&fieldManager=agent`,
    body: { ...configMap, data: { x: 'y' } },
    headers: apply,
    status: 201,
    shape: [
      ...identity,
      'data.x string',
      ...objectMeta('metadata').filter((each) => !each.includes('resourceVersion')),
      ...managed('metadata', 'f:data.f:x'),
    ],
  },
  'a page': {
    path: `${accounts}?limit=2`,
    status: 200,
    shape: [...identity, ...page, ...objectMeta('items[].metadata')],
  },
  'a page of PartialObjectMetadata': {
    path: `${accounts}?limit=2`,
    headers: as('PartialObjectMetadataList'),
    status: 200,
    shape: [...identity, ...page, ...identity.map((each) => `items[].${each}`), ...objectMeta('items[].metadata')],
  },
  'a table': {
    path: `${accounts}?limit=2&includeObject=None`,
    headers: as('Table'),
    status: 200,
    shape: [
      ...identity,
      ...page,
      'columnDefinitions[].description string',
      'columnDefinitions[].format string',
      'columnDefinitions[].name string',
      'columnDefinitions[].priority number',
      'columnDefinitions[].type string',
      'rows[].cells[] number',
      'rows[].cells[] string',
      'rows[].object null',
    ],
  },
  'a SelfSubjectAccessReview': {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: review('SelfSubjectAccessReview', { resourceAttributes: attributes }),
    user: 'reader',
    status: 201,
    shape: [
      ...identity,
      ...managed(
        'metadata',
        ...['.', ...Object.keys(attributes).map((name) => `f:${name}`)].map(
          (name) => `f:spec.f:resourceAttributes.${name}`,
        ),
      ),
      ...Object.keys(attributes).map((name) => `spec.resourceAttributes.${name} string`),
      'status.allowed boolean',
    ],
  },
  'a review of rules': {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    body: review('SelfSubjectRulesReview', { namespace: 'default' }),
    user: 'reader',
    status: 201,
    shape: [
      ...identity,
      'metadata {}',
      'spec {}',
      'status.incomplete boolean',
      'status.nonResourceRules[].nonResourceURLs[] string',
      'status.nonResourceRules[].verbs[] string',
      'status.resourceRules[].apiGroups[] string',
      'status.resourceRules[].resources[] string',
      'status.resourceRules[].verbs[] string',
    ],
  },
  'the groups': {
    path: '/apis',
    status: 200,
    shape: [
      ...identity,
      'groups[].name string',
      'groups[].preferredVersion.groupVersion string',
      'groups[].preferredVersion.version string',
      'groups[].versions[].groupVersion string',
      'groups[].versions[].version string',
    ],
  },
  'what a version serves': {
    path: '/apis/apps/v1',
    status: 200,
    shape: [
      ...identity,
      'groupVersion string',
      ...['kind', 'name', 'singularName', 'storageVersionHash', 'group', 'version'].map(
        (name) => `resources[].${name} string`,
      ),
      ...['categories', 'shortNames', 'verbs'].map((name) => `resources[].${name}[] string`),
      'resources[].namespaced boolean',
    ],
  },
  'the index of OpenAPI': {
    path: '/openapi/v3',
    status: 200,
    free: ['paths'],
    shape: ['paths.*.serverRelativeURL string'],
  },
};

test.each(Object.entries(table))(
  'the response for %s has the fields and types of a real server',
  async (_, { method = 'GET', path, body, headers = {}, user, status, free, shape }) => {
    const answer = await createApiClient(cluster, user)(path, { method, body, headers });
    expect(answer.status).toBe(status);
    expect(shapeOf(answer.body, '', free)).toEqual(shape.toSorted());
  },
);
