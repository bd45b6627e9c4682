import { APICallError } from '@ai-sdk/provider';

/** The error types of error events, which carry no HTTP status, and the status that each corresponds to. */
const statusOfWord: ReadonlyMap<string, number> = new Map(
  Object.entries({
    invalid_request_error: 400,
    authentication_error: 401,
    invalid_api_key: 401,
    billing_error: 402,
    insufficient_quota: 402,
    permission_error: 403,
    not_found_error: 404,
    model_not_found: 404,
    request_too_large: 413,
    rate_limit_error: 429,
    rate_limit_exceeded: 429,
    RESOURCE_EXHAUSTED: 429,
    api_error: 500,
    server_error: 500,
    UNAVAILABLE: 503,
    overloaded_error: 529,
  }),
);

/** Returns the HTTP status of an API error, or the one that an error event within a stream corresponds to. */
export function errorStatus(thrown: unknown): number | undefined {
  const numbers = [fieldOf(thrown, 'statusCode'), fieldOf(thrown, 'code')];
  const status = numbers.find((value): value is number => typeof value === 'number' && value >= 400 && value < 600);
  return status ?? wordsOf(thrown).flatMap((word) => statusOfWord.get(word) ?? [])[0];
}

/** Returns true if an account has no credit left, which some vendors report as a rate limit. */
export function isOutOfCredit(thrown: unknown): boolean {
  return errorStatus(thrown) === 402 || wordsOf(thrown).includes('insufficient_quota');
}

function wordsOf(thrown: unknown): readonly string[] {
  const told = APICallError.isInstance(thrown) ? fieldOf(thrown.data, 'error') : thrown;
  return [fieldOf(told, 'code'), fieldOf(told, 'type'), fieldOf(told, 'status')].filter(
    (word) => typeof word === 'string',
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
