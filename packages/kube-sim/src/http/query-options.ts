import { badRequest, invalidOptions, invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, isObject, type JsonObject, jsonTypeOf } from '../object/json-value.ts';
import type { DeleteOptions } from '../api/delete-object.ts';
import type { WriteOptions } from '../api/write-options.ts';
import type { ApiRequest } from './api-request.ts';
import { findRepeated } from './media-type.ts';

const optionKinds: Readonly<Record<string, string>> = {
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
};

/** Reads write options from the query. @throws StatusError 422 */
export function toWriteOptions(request: ApiRequest, warn: (text: string) => void): WriteOptions {
  const { query, headers, user, method } = request;
  const dryRun = query.getAll('dryRun');
  const fieldValidation = query.get('fieldValidation') || 'Warn';
  const isApply = method === 'PATCH' && isApplyType(headers['content-type']);
  const given = query.get('fieldManager') ?? '';
  const agent = (headers['user-agent'] ?? 'unknown').split('/')[0] ?? 'unknown';
  const causes = [...dryRunCauses(dryRun), ...managerCauses(given, isApply)];
  if (!isFieldValidation(fieldValidation)) {
    causes.push(unsupportedValue('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (causes.length > 0) throw invalidOptions(optionKinds[method] ?? 'UpdateOptions', causes);
  return {
    manager: given === '' && !isApply ? agent : given,
    user,
    dryRun: dryRun.length > 0,
    ...(isFieldValidation(fieldValidation) && { fieldValidation }),
    warn,
    ...(fieldValidation !== 'Ignore' && { duplicateFields: findRepeated(request.body, headers['content-type']) }),
  };
}

function managerCauses(manager: string, isApply: boolean): StatusCause[] {
  if (isApply && manager === '') return [requiredValue('fieldManager', 'is required for apply patch')];
  if (manager.length <= 128) return [];
  return [{ reason: 'FieldValueTooLong', message: 'Too long: may not be more than 128 bytes', field: 'fieldManager' }];
}

function isApplyType(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/apply-patch+') === true;
}

function isFieldValidation(text: string): text is NonNullable<WriteOptions['fieldValidation']> {
  return text === 'Strict' || text === 'Warn' || text === 'Ignore';
}

/** Reads DeleteOptions from the body; without a body, from the query. @throws StatusError 400 or 422 */
export function toDeleteOptions(query: URLSearchParams, body: JsonObject | undefined): DeleteOptions {
  const given = body ?? fromQuery(query);
  checkTypes(given);
  const { gracePeriodSeconds: grace, propagationPolicy: policy, orphanDependents: orphan } = given;
  const dryRun = asArray(given['dryRun']);
  const causes = findCauses({ policy, orphan, dryRun });
  if (causes.length > 0) throw invalidOptions('DeleteOptions', causes);
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

/** A query cannot contain preconditions. */
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
