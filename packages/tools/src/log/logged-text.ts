import { redactSecrets } from '@shipmate/domain/secrets';

const maxRead = 4_000;
const maxShown = 300;

/** Returns the beginning of a text for a log, without secrets of known formats. */
export function toLoggedText(text: string): string {
  const shown = redactSecrets(text.slice(0, maxRead)).slice(0, maxShown);
  return text.length > maxShown ? `${shown}… (${text.length} characters)` : shown;
}

const maxErrorText = 4_000;
const maxDepth = 5;

/** Returns a copy of an error for a log, whose message, stack, details and causes hold no secrets of known formats. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (typeof error === 'string') return redactSecrets(error.slice(0, maxErrorText));
  if (typeof error !== 'object' || error === null) return error;
  if (depth === maxDepth) return '…';
  if (Array.isArray(error)) return error.map((each) => toLoggedError(each, depth + 1));
  const copy: object = Object.create(Object.getPrototypeOf(error));
  for (const name of Reflect.ownKeys(error)) {
    const value = toLoggedError(Reflect.get(error, name), depth + 1);
    const enumerable = Object.prototype.propertyIsEnumerable.call(error, name);
    Object.defineProperty(copy, name, { value, enumerable, configurable: true });
  }
  return copy;
}
