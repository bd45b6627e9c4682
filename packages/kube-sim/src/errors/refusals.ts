import { StatusError, type StatusCause } from './status-error.ts';

/** The resource in a refusal. */
interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

function qualified({ group, plural }: ResourceName): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function detailsOf({ group, plural }: ResourceName, name: string) {
  return { ...(name !== '' && { name }), ...(group !== '' && { group }), ...(plural !== '' && { kind: plural }) };
}

export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: 'BadRequest', message });
}

export function notFound(resource: ResourceName, name: string): StatusError {
  const message = `${qualified(resource)} "${name}" not found`;
  return new StatusError({ code: 404, reason: 'NotFound', message, details: detailsOf(resource, name) });
}

export function alreadyExists(resource: ResourceName, name: string): StatusError {
  const message = `${qualified(resource)} "${name}" already exists`;
  return new StatusError({ code: 409, reason: 'AlreadyExists', message, details: detailsOf(resource, name) });
}

export function conflict(resource: ResourceName, name: string, why = staleVersion): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`;
  return new StatusError({ code: 409, reason: 'Conflict', message, details: detailsOf(resource, name) });
}

const staleVersion = 'the object has been modified; please apply your changes to the latest version and try again';

/** @param refusal text after the message's colon, with the causes of the details */
export function forbidden(
  resource: ResourceName,
  name: string,
  refusal: string | { readonly why: string; readonly causes: readonly StatusCause[] },
): StatusError {
  const { why, causes } = typeof refusal === 'string' ? { why: refusal, causes: undefined } : refusal;
  const subject = name === '' ? qualified(resource) : `${qualified(resource)} "${name}"`;
  const details = { ...detailsOf(resource, name), ...(causes && { causes }) };
  return new StatusError({ code: 403, reason: 'Forbidden', message: `${subject} is forbidden: ${why}`, details });
}

export function methodNotAllowed(): StatusError {
  const message = 'the server does not allow this method on the requested resource';
  return new StatusError({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** A method of a built-in resource that does not accept the body's media type. */
export function unknownMediaType(): StatusError {
  const message = '415: Unsupported Media Type';
  return new StatusError({ code: 415, reason: 'UnsupportedMediaType', message, details: {} });
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new StatusError({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** A failure without a reason, as real servers answer it. */
export function internalFailure(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** Invalid request options, such as `PatchOptions`. */
export function invalidOptions(kind: string, causes: readonly StatusCause[]): StatusError {
  return invalidObject({ group: 'meta.k8s.io', kind }, '', causes);
}

/** A path that is not served, in a group that is. */
export function nothingServed(): StatusError {
  const message = 'the server could not find the requested resource';
  return new StatusError({ code: 404, reason: 'NotFound', message, details: {} });
}

export function unauthorized(): StatusError {
  return new StatusError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

export function gone(message: string): StatusError {
  return new StatusError({ code: 410, reason: 'Expired', message });
}

/** The expiry of a paged list's version. @param token continues without it */
export function expiredList(token: string): StatusError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  return new StatusError({ code: 410, reason: 'Expired', message, metadata: { continue: token } });
}

export function tooLargeVersion(version: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${version}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError({ code: 504, reason: 'Timeout', message, details: { causes, retryAfterSeconds: 1 } });
}

/** Refuses an object because of invalid fields. */
export function invalidObject(
  kind: { group: string; kind: string },
  name: string,
  causes: readonly StatusCause[],
): StatusError {
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${subject} "${name}" is invalid: ${text}`,
    details: { ...detailsOf({ group: kind.group, plural: kind.kind }, name), causes },
  });
}

export function requiredValue(field: string, why = ''): StatusCause {
  return { reason: 'FieldValueRequired', message: why === '' ? 'Required value' : `Required value: ${why}`, field };
}

export function invalidValue(field: string, value: unknown, why: string): StatusCause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${why}`, field };
}

export function duplicateValue(field: string, value: unknown): StatusCause {
  return { reason: 'FieldValueDuplicate', message: `Duplicate value: ${JSON.stringify(value)}`, field };
}

export function unsupportedValue(field: string, value: unknown, supported: readonly unknown[]): StatusCause {
  const list = supported.map((each) => JSON.stringify(each)).join(', ');
  return {
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`,
    field,
  };
}

/** A JSON patch that does not apply; a real server does not say where. */
export function unprocessable(): StatusError {
  const message = 'the server rejected our request due to an error in our request';
  return new StatusError({ code: 422, reason: 'Invalid', message, details: {} });
}

/** A patch with an unreadable result. */
export function unreadablePatch(patched: string, why: string): StatusError {
  return invalidObject({ group: '', kind: '' }, '', [invalidValue('patch', patched, why)]);
}
