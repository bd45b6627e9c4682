import { AppError, type ErrorCode } from '@shipmate/core';
import { readServerMessage, type ServerMessage } from './server-message.ts';

/** The purpose of a request, for messages that people read. */
export interface RequestPurpose {
  readonly verb: string;
  /** Such as `pods` or `deployments.apps`. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** The kubeconfig context. */
  readonly context: string;
}

/** An error response. */
interface FailedAnswer {
  readonly status: number;
  readonly body: string;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  404: 'NOT_FOUND',
  405: 'VALIDATION_ERROR',
  406: 'VALIDATION_ERROR',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'VALIDATION_ERROR',
  422: 'VALIDATION_ERROR',
};

const readingVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/**
 * Converts an error response to an error that says what to do. Its message is the server's, without values of objects.
 *
 * A missing permission sets `details.missing`; an expired list sets `details.continueToken` if the server gave one. A
 * 429 is `CONFLICT` when a disruption budget refuses, because a retry does not help, and `EXTERNAL_API_ERROR` when the
 * server is busy.
 */
export function toStatusFailure(
  { status, body }: FailedAnswer,
  purpose: RequestPurpose,
  redactText: (text: string) => string,
): AppError {
  const said = readServerMessage(body, redactText);
  if (status === 401) return toRefusedCredentials(purpose);
  if (status === 403) return toMissingPermission(said.message, purpose) ?? toRefusal(status, said, purpose);
  if (status === 410) return toExpired(said);
  if (isRefusal(status, said, purpose)) return toRefusal(status, said, purpose);
  return new AppError({
    code: codes[status] ?? 'EXTERNAL_API_ERROR',
    message: explain(status, said, purpose),
  });
}

function toRefusedCredentials({ context }: RequestPurpose): AppError {
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `The cluster of context "${context}" does not accept the credentials that are configured for it.`,
    recoverable: false,
  });
}

function toExpired({ continueToken }: ServerMessage): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: 'The cursor has expired. Call again without the cursor.',
    ...(continueToken !== '' && { details: { continueToken } }),
  });
}

/** Request and admission errors that a server reports with status 500; any other 500 has an unknown outcome. */
const refusedWith500 =
  /^(?:failed to create typed patch object|unknown patch type|map: .* does not contain declared merge key|delete patch type|unable to find api field|Internal error occurred: failed calling webhook)/;

function isRefusal(status: number, { message, causes }: ServerMessage, { verb }: RequestPurpose): boolean {
  if (readingVerbs.has(verb)) return false;
  return status === 429
    ? causes.some(({ reason }) => reason === 'DisruptionBudget')
    : status === 500 && refusedWith500.test(message);
}

/** Creates an error with the server's message; that of a change is recoverable by a corrected request. */
function toRefusal(status: number, said: ServerMessage, purpose: RequestPurpose): AppError {
  const isReading = readingVerbs.has(purpose.verb);
  const causes = status === 429 ? said.causes.map(({ message }) => ` ${message}.`).join('') : '';
  return new AppError({
    code: status === 429 ? 'CONFLICT' : isReading ? 'EXTERNAL_API_ERROR' : 'VALIDATION_ERROR',
    message:
      said.message === ''
        ? `The cluster refused to ${describePurpose(purpose)} with status ${status}.`
        : `The cluster refused: ${said.message}${causes}`,
    ...(isReading && { recoverable: false }),
  });
}

function explain(status: number, { message, reason }: ServerMessage, purpose: RequestPurpose): string {
  if (status === 429) return 'The cluster is overloaded. Retry in a minute.';
  if (status === 404 && (message === '' || reason === ''))
    return `The cluster does not serve ${describePurpose(purpose)}.`;
  if (status === 415) return `The cluster answered: ${message} Patch with type "merge" or "json".`;
  if (status === 503 && reason === '') {
    return `The API that serves ${purpose.resource} is not available${message === '' ? '' : ` (${message})`}. Its APIService tells why.`;
  }
  if (message !== '') return `The cluster answered: ${withSubject(message, purpose)}`;
  return `The cluster answered ${describePurpose(purpose)} with status ${status}.`;
}

/** Adds the object to a message; servers name none when they reject a patch before they apply it. */
function withSubject(message: string, { resource, name }: RequestPurpose): string {
  return message.replace(/^ "" is invalid:/, `${resource}${name === undefined ? '' : ` "${name}"`} is invalid:`);
}

function describePurpose({ verb, resource, namespace, name }: RequestPurpose): string {
  const place = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  return `${verb} ${resource}${name === undefined ? '' : ` "${name}"`}${place}`;
}

/** As `forbiddenMessage` of k8s.io/apiserver writes it. Quota, admission and webhooks word a 403 differently. */
const denial =
  /^(?:\S+(?: "[^"\n]*")? is )?forbidden: User "((?:[^"\\\n]|\\.)*)" cannot (\S+) (?:path "([^"\n]*)"|resource "([^"\n]*)" in API group "([^"\n]*)"(?: in the namespace "([^"\n]*)")?)/;

/** Returns the error for a permission that an administrator has to grant; `undefined` when a 403 has another cause. */
function toMissingPermission(message: string, { context }: RequestPurpose): AppError | undefined {
  const match = denial.exec(message);
  if (match === null) return undefined;
  const [, user, verb, path, resource = '', group = '', namespace] = match;
  const missing = {
    verb,
    resource: path ?? toQualifiedName(resource, group),
    ...(namespace !== undefined && { namespace }),
  };
  const scope =
    path !== undefined ? '' : namespace === undefined ? ' for the whole cluster' : ` in namespace "${namespace}"`;
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message:
      `Not permitted: "${verb}" on ${missing.resource}${scope} for user "${user}" (context "${context}"). ` +
      'Continue with what is permitted, or report the missing permission.',
    details: { missing, user },
    recoverable: false,
  });
}

/** Returns the qualified name, such as `deployments.apps` or `pods/log`. */
function toQualifiedName(resource: string, group: string): string {
  const [plural = '', ...subresource] = resource.split('/');
  return [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
}
