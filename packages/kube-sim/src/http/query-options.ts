import { badRequest } from '../errors/refusals.ts';
import { asObject, isObject } from '../object/json-value.ts';
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

/** Reads how to delete from body and query; the query wins. */
export function toDeleteOptions(query: URLSearchParams, body: unknown): DeleteOptions {
  const given = asObject(body);
  const grace = query.get('gracePeriodSeconds') ?? given['gracePeriodSeconds'];
  const policy = query.get('propagationPolicy') ?? given['propagationPolicy'];
  const { uid, resourceVersion } = asObject(given['preconditions']);
  const orphan = query.get('orphanDependents') === 'true' || given['orphanDependents'] === true;
  return {
    ...(grace !== undefined && grace !== null && { gracePeriodSeconds: toSeconds(grace) }),
    ...(isPolicy(policy) ? { propagationPolicy: policy } : orphan ? { propagationPolicy: 'Orphan' as const } : {}),
    ...(isObject(given['preconditions']) && {
      preconditions: {
        ...(typeof uid === 'string' && { uid }),
        ...(typeof resourceVersion === 'string' && { resourceVersion }),
      },
    }),
    dryRun: query.has('dryRun') || given['dryRun'] !== undefined,
  };
}

function toSeconds(value: unknown): number {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds)) throw badRequest(`gracePeriodSeconds: Invalid value: ${JSON.stringify(value)}`);
  return seconds;
}

function isPolicy(value: unknown): value is NonNullable<DeleteOptions['propagationPolicy']> {
  return value === 'Background' || value === 'Foreground' || value === 'Orphan';
}
