import { AppError, type ErrorCode } from '@shipmate/core';
import { z } from 'zod';

const statusSchema = z.object({
  kind: z.literal('Status'),
  message: z.string().default(''),
  reason: z.string().default(''),
});

/** What a request was for, in the words of a person. */
export interface RequestPurpose {
  readonly verb: string;
  /** Such as `pods` or `deployments.apps`. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** The context of the kubeconfig. */
  readonly context: string;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'VALIDATION_ERROR',
};

/** Turns an answer that is no success into an error that says what to do. `text` holds no secrets any more. */
export function toStatusFailure(status: number, text: string, purpose: RequestPurpose): AppError {
  const message = readMessage(text);
  if (status === 403) return toMissingPermission(message, purpose);
  if (status === 401) {
    return new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: `The cluster of context "${purpose.context}" does not accept the credentials that are configured for it.`,
      recoverable: false,
    });
  }
  if (status === 410) {
    return new AppError({
      code: 'VALIDATION_ERROR',
      message: 'The list has moved on since the cursor was given. Call again without the cursor.',
    });
  }
  const code = codes[status] ?? 'EXTERNAL_API_ERROR';
  return new AppError({ code, message: explain(status, message, purpose) });
}

function explain(status: number, message: string, purpose: RequestPurpose): string {
  if (status === 429) return 'The cluster is busy and asked to be left alone. Try again in a minute.';
  if (status === 404 && message === '') return `The cluster does not serve ${describe(purpose)}.`;
  if (message !== '') return `The cluster answered: ${message}`;
  return `The cluster answered ${describe(purpose)} with status ${status}.`;
}

/** Says which verb on which resource is missing, which is what an administrator has to grant. */
function toMissingPermission(message: string, purpose: RequestPurpose): AppError {
  const { verb, resource, namespace, context } = purpose;
  const user = /User "([^"]{1,200})"/.exec(message)?.[1];
  const scope = namespace === undefined ? 'for the whole cluster' : `in namespace "${namespace}"`;
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message:
      `Not permitted: "${verb}" on ${resource} ${scope}${user === undefined ? '' : ` for user "${user}"`} (context "${context}"). ` +
      'Go on with what is permitted, or tell the person which permission is missing.',
    details: { missing: { verb, resource, ...(namespace !== undefined && { namespace }) }, user },
    recoverable: false,
  });
}

function describe({ verb, resource, namespace, name }: RequestPurpose): string {
  const place = namespace === undefined ? '' : ` in namespace "${namespace}"`;
  return `${verb} ${resource}${name === undefined ? '' : ` "${name}"`}${place}`;
}

function readMessage(text: string): string {
  try {
    const status = statusSchema.safeParse(JSON.parse(text));
    return status.success ? status.data.message.slice(0, 2_000) : '';
  } catch {
    return '';
  }
}
