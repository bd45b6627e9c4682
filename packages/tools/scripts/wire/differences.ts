import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@shipmate/core';
import { isJsonObject } from '@shipmate/domain/cluster';
import type { SentRequest } from './record-server.ts';
import { headerOf, queryOf, type WireRecord } from './wire-record.ts';

/** A difference between Shipmate and a record, in the request or in the parsed response. */
export interface Difference {
  readonly place: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** Compares the recorded request with the one that Shipmate sends. */
export function compareRequests(record: WireRecord, sent: SentRequest | undefined): readonly Difference[] {
  if (sent === undefined) return [{ place: 'request', recorded: record.request.method, ours: undefined }];
  const { method, path, body } = record.request;
  const query = queryOf(record);
  const names = new Set([...query.keys(), ...sent.query.keys()]);
  return [
    compare('method', method, sent.method),
    compare('path', path, sent.path),
    ...[...names].map((name) => compare(`query.${name}`, query.get(name), sent.query.get(name))),
    compare('header.accept', headerOf(record, 'accept'), sent.accept),
    compare('header.content-type', headerOf(record, 'content-type'), sent.contentType),
    ...compareBodies(body ?? undefined, sent.body),
  ].flatMap((difference) => difference ?? []);
}

function compareBodies(recorded: unknown, ours: unknown): readonly (Difference | undefined)[] {
  if (!isJsonObject(recorded) || !isJsonObject(ours)) return [compare('body', recorded, ours)];
  const names = new Set([...Object.keys(recorded), ...Object.keys(ours)]);
  return [...names].map((name) => compare(`body.${name}`, recorded[name], ours[name]));
}

/** The client's result for a response: a value, or an error. */
export type Outcome = { readonly value: unknown } | { readonly failure: unknown };

/** The error codes for each status. */
const codes: Readonly<Record<number, readonly string[]>> = {
  400: ['VALIDATION_ERROR'],
  401: ['EXTERNAL_API_ERROR'],
  403: ['VALIDATION_ERROR'],
  404: ['NOT_FOUND'],
  405: ['VALIDATION_ERROR'],
  406: ['VALIDATION_ERROR'],
  409: ['CONFLICT'],
  410: ['VALIDATION_ERROR'],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['VALIDATION_ERROR'],
  422: ['VALIDATION_ERROR'],
  429: ['EXTERNAL_API_ERROR', 'CONFLICT'],
  500: ['EXTERNAL_API_ERROR', 'VALIDATION_ERROR'],
};

/** Compares the recorded response with the result or error of Shipmate's client. */
export function compareOutcomes(
  record: WireRecord,
  outcome: Outcome,
  isDryRunDeletion: boolean,
): readonly Difference[] {
  const { status } = record.response;
  const isKept = !isDryRunDeletion || isSameObject(record);
  if (status >= 300) return compareFailures(record, outcome);
  if (!isKept) {
    const message = 'failure' in outcome ? messageOf(outcome.failure) : 'a success';
    return compare('outcome', true, /is not valid: the object/.test(message)) === undefined
      ? []
      : [{ place: 'outcome', recorded: 'the object was deleted', ours: message }];
  }
  if ('failure' in outcome) return [{ place: 'outcome', recorded: status, ours: messageOf(outcome.failure) }];
  return compareValues(record, outcome.value);
}

function isSameObject({ stateBefore, stateAfter }: WireRecord): boolean {
  const identity = (state: WireRecord['stateAfter']) => {
    const metadata = isJsonObject(state?.body) ? state.body['metadata'] : undefined;
    return isJsonObject(metadata) ? [state?.status, metadata['uid'], metadata['deletionTimestamp']] : undefined;
  };
  return isDeepStrictEqual(identity(stateBefore), identity(stateAfter));
}

function compareFailures({ response: { status, body } }: WireRecord, outcome: Outcome): readonly Difference[] {
  if (!('failure' in outcome)) return [{ place: 'outcome', recorded: status, ours: 'a success' }];
  const { failure } = outcome;
  if (!AppError.isInstance(failure)) return [{ place: 'error', recorded: status, ours: messageOf(failure) }];
  const said = isJsonObject(body) && typeof body['message'] === 'string' ? body['message'] : '';
  const isPermission = status === 403 && /(?:is )?forbidden: User "[^"]*" cannot /.test(said);
  const expected = isPermission ? ['EXTERNAL_API_ERROR'] : (codes[status] ?? ['EXTERNAL_API_ERROR']);
  const isExpectedCode = expected.includes(failure.code);
  const hasMissing = isJsonObject(failure.details) && 'missing' in failure.details;
  const repeatsObject = failure.message.includes('{\\"') || failure.message.includes('managedFields');
  return [
    isExpectedCode
      ? undefined
      : { place: 'error.code', recorded: `${status}: ${expected.join(' or ')}`, ours: failure.code },
    compare('error.missing', isPermission, hasMissing),
    compare('error.repeatsObject', false, repeatsObject),
    isPermission || keepsWords(failure.message, said)
      ? undefined
      : { place: 'error.message', recorded: said, ours: failure.message },
  ].flatMap((difference) => difference ?? []);
}

/** Returns true if a message keeps the beginning and the end of the server's message. */
function keepsWords(message: string, said: string): boolean {
  const words = said.replace(/^ "" is invalid: /, '');
  const ends =
    words.length > 1_500 || words.length < 40 ? [words.slice(0, 40)] : [words.slice(0, 40), words.slice(-40)];
  return ends.every((end) => message.includes(end.split('Invalid value:')[0] ?? ''));
}

function compareValues({ response: { body, bodyText } }: WireRecord, value: unknown): readonly Difference[] {
  if (Array.isArray(value)) {
    const lines = (bodyText ?? '').split('\n').filter((line) => line !== '');
    return [compare('lines', lines.length, value.length)].flatMap((difference) => difference ?? []);
  }
  if (!isJsonObject(body) || !isJsonObject(value)) return [];
  return [
    compare('value.name', pathOf(body, 'name'), pathOf(value, 'name')),
    compare('value.uid', pathOf(body, 'uid'), pathOf(value, 'uid')),
    compare('value.items', lengthOf(body['items']), lengthOf(value['items'] ?? value['rows'])),
    compare('value.rows', lengthOf(body['rows'] ?? body['items']), lengthOf(value['rows'] ?? value['items'])),
    compare('value.continue', pathOf(body, 'continue') || undefined, value['continueToken']),
    compare('value.remaining', pathOf(body, 'remainingItemCount'), value['remaining']),
  ].flatMap((difference) => (difference === undefined || isBothLists(body, difference) ? [] : difference));
}

/** Returns true for two lists; a table has rows and a list has items. */
function isBothLists(body: Readonly<Record<string, unknown>>, { place }: Difference): boolean {
  return place === 'value.items' && 'rows' in body;
}

function pathOf(object: Readonly<Record<string, unknown>>, field: string): unknown {
  const metadata = object['metadata'];
  return isJsonObject(metadata) ? metadata[field] : undefined;
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function compare(place: string, recorded: unknown, ours: unknown): Difference | undefined {
  const [one, other] = [recorded ?? undefined, ours ?? undefined];
  return isDeepStrictEqual(one, other) ? undefined : { place, recorded: one, ours: other };
}
