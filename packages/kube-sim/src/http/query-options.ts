import { badRequest, invalid, invalidValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, isObject, type JsonObject } from '../object/json-value.ts';
import type { DeleteOptions } from '../api/delete-object.ts';
import type { WriteOptions } from '../api/write-options.ts';
import type { ApiRequest } from './api-request.ts';

/** How the query of a request wants a write to be made. @throws StatusError 400 */
export function toWriteOptions({ query, headers, user }: ApiRequest, warn: (text: string) => void): WriteOptions {
  const dryRun = query.getAll('dryRun');
  if (dryRun.some((each) => each !== 'All')) {
    throw badRequest(`dryRun: Unsupported value: ${JSON.stringify(dryRun[0])}: supported values: "All"`);
  }
  const fieldValidation = query.get('fieldValidation') ?? 'Warn';
  if (!isFieldValidation(fieldValidation)) {
    throw badRequest(
      `fieldValidation: Unsupported value: ${JSON.stringify(fieldValidation)}: supported values: "Ignore", "Strict", "Warn"`,
    );
  }
  const agent = (headers['user-agent'] ?? 'unknown').split('/')[0] ?? 'unknown';
  const manager = query.get('fieldManager') ?? agent;
  if (manager.length > 128) throw badRequest('fieldManager: Too long: may not be more than 128 bytes');
  return { manager, user, dryRun: dryRun.length > 0, fieldValidation, warn };
}

function isFieldValidation(text: string): text is NonNullable<WriteOptions['fieldValidation']> {
  return text === 'Strict' || text === 'Warn' || text === 'Ignore';
}

/** Reads DeleteOptions from the body, or from the query of a request without a body. @throws StatusError 400 or 422 */
export function toDeleteOptions(query: URLSearchParams, body: JsonObject | undefined): DeleteOptions {
  const given = body ?? fromQuery(query);
  checkTypes(given);
  const { gracePeriodSeconds: grace, propagationPolicy: policy, orphanDependents: orphan } = given;
  const dryRun = asArray(given['dryRun']);
  const causes = findCauses({ policy, orphan, dryRun });
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', causes);
  const { uid, resourceVersion } = asObject(given['preconditions']);
  return {
    ...(typeof grace === 'number' && { gracePeriodSeconds: grace < 0 ? 1 : grace }),
    ...(isPolicy(policy) && { propagationPolicy: policy }),
    ...(typeof orphan === 'boolean' && { propagationPolicy: orphan ? 'Orphan' : 'Background' }),
    ...(isObject(given['preconditions']) && {
      preconditions: {
        ...(typeof uid === 'string' && { uid }),
        ...(typeof resourceVersion === 'string' && { resourceVersion }),
      },
    }),
    dryRun: dryRun.length > 0,
  };
}

/** Preconditions have no place in a query. */
function fromQuery(query: URLSearchParams): JsonObject {
  const grace = query.get('gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  return {
    ...(grace !== null && { gracePeriodSeconds: parseInteger(grace) }),
    ...(query.has('propagationPolicy') && { propagationPolicy: query.get('propagationPolicy') }),
    ...(orphan !== null && { orphanDependents: orphan !== 'false' && orphan !== '0' }),
    dryRun: query.getAll('dryRun'),
  };
}

const fieldTypes: Readonly<Record<string, readonly [type: string, goType: string]>> = {
  dryRun: ['array', '[]string'],
  gracePeriodSeconds: ['number', 'int64'],
  orphanDependents: ['bool', 'bool'],
  preconditions: ['object', 'v1.Preconditions'],
  propagationPolicy: ['string', 'v1.DeletionPropagation'],
};

function checkTypes(given: JsonObject): void {
  for (const [field, [type, goType]] of Object.entries(fieldTypes)) {
    const value = given[field];
    if (value === undefined || value === null || jsonTypeOf(value) === type) continue;
    const text = `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field DeleteOptions.${field} of type ${goType}`;
    throw badRequest(`DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ${text}`);
  }
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function findCauses({
  policy,
  orphan,
  dryRun,
}: {
  readonly policy: unknown;
  readonly orphan: unknown;
  readonly dryRun: readonly unknown[];
}): readonly StatusCause[] {
  const isGiven = policy !== undefined && policy !== null;
  const both = 'orphanDependents and deletionPropagation cannot be both set';
  return [
    ...(isGiven && typeof orphan === 'boolean' ? [invalidValue('propagationPolicy', policy, both)] : []),
    ...(isGiven && !isPolicy(policy)
      ? [unsupportedValue('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil'])]
      : []),
    ...dryRunCauses(dryRun),
  ];
}

function dryRunCauses(dryRun: readonly unknown[]): readonly StatusCause[] {
  return dryRun.some((each) => each !== 'All') ? [unsupportedValue('dryRun', dryRun, ['All'])] : [];
}

/** @throws StatusError 400 */
function parseInteger(text: string): number {
  if (/^[+-]?\d{1,18}$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function isPolicy(value: unknown): value is NonNullable<DeleteOptions['propagationPolicy']> {
  return value === 'Background' || value === 'Foreground' || value === 'Orphan';
}
