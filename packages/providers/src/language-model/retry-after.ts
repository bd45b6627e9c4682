import { APICallError } from '@ai-sdk/provider';

/**
 * Returns the delay in milliseconds that a provider asks for: `retry-after-ms`, `retry-after` in seconds or as a date,
 * or the `retryDelay` that Google puts into the body; `undefined` without one.
 */
export function retryAfterMs(thrown: unknown, now: number = Date.now()): number | undefined {
  if (!APICallError.isInstance(thrown)) return undefined;
  const { responseHeaders = {}, responseBody = '' } = thrown;
  const [, retryDelay] = /"retryDelay":\s*"([\d.]+)s"/.exec(responseBody) ?? [];
  const candidates = [
    toNumber(responseHeaders['retry-after-ms']),
    inMilliseconds(toNumber(responseHeaders['retry-after'])),
    untilDate(responseHeaders['retry-after'], now),
    inMilliseconds(toNumber(retryDelay)),
  ];
  return candidates.find((ms) => ms !== undefined && ms >= 0);
}

function toNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}

/** Returns the time until a date; 0 for a date in the past. */
function untilDate(text: string | undefined, now: number): number | undefined {
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
