import type { ComputeCaller, ComputePort } from './compute-port.ts';

/** A thread that redacts secrets, and the caller for whom it works. */
interface Redaction {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
}

/** Separates texts: no format of secrets matches it between two of its parts. */
const separator = '\n\0\n';

/** Redacts the secrets of all texts in a value that a model gets, off the event loop if they are long. */
export async function redactTexts<Value>(value: Value, { compute, caller }: Redaction): Promise<Value> {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  const joined = texts.join(separator);
  const redacted = await compute.run('redactSecrets', [joined], caller);
  if (redacted === joined) return value;
  // Lines are counted, because a secret of several lines may include a separator; the number of lines stays the same.
  const lines = redacted.split('\n');
  let at = 0;
  return mapTexts(value, (text) => {
    const count = text.split('\n').length;
    const shown = lines.slice(at, at + count).join('\n');
    at += count + 1;
    return shown;
  });
}

function mapTexts<Value>(value: Value, map: (text: string) => string): Value;
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]));
}
