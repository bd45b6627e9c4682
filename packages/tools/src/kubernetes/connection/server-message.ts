import { z } from 'zod';

/** An API server's message about a failed request. */
export interface ServerMessage {
  /** The message without values of objects; empty when the server sent none. */
  readonly message: string;
  /** Such as `Invalid` or `Forbidden`; empty for plain text and for errors that the server does not classify. */
  readonly reason: string;
  readonly causes: readonly { readonly reason: string; readonly message: string }[];
  /** The token of a `410 Expired` with which the rest of a list can still be read. */
  readonly continueToken: string;
}

const causeSchema = z.object({ reason: z.string().default(''), message: z.string().default('') });
const statusSchema = z.object({
  kind: z.literal('Status'),
  message: z.string().default(''),
  reason: z.string().default(''),
  metadata: z.object({ continue: z.string().default('') }).default({ continue: '' }),
  details: z
    .object({ causes: z.array(causeSchema).nullish() })
    .nullish()
    .transform((details) => details?.causes ?? []),
});

const maxLength = 2_000;
const maxPlainLength = 300;

/**
 * Parses the body of an error response: a `Status`, or plain text of a proxy or an aggregated API.
 *
 * `redactText` is applied to the message after values of objects are removed.
 */
export function readServerMessage(body: string, redactText: (text: string) => string): ServerMessage {
  const status = statusSchema.safeParse(readJson(body));
  if (!status.success) return { message: readPlain(body, redactText), reason: '', causes: [], continueToken: '' };
  const { message, reason, metadata, details } = status.data;
  const clean = (text: string) => redactText(dropValues(text)).slice(0, maxLength);
  return {
    message: clean(message),
    reason,
    causes: details.slice(0, 20).map((cause) => ({ ...cause, message: clean(cause.message) })),
    continueToken: metadata.continue,
  };
}

/** Reads a plain-text body; HTML pages of proxies add nothing to the status code. */
function readPlain(body: string, redactText: (text: string) => string): string {
  const text = body.slice(0, 4 * maxPlainLength).trim();
  return /^[<{[]/.test(text) ? '' : redactText(text).replaceAll(/\s+/g, ' ').slice(0, maxPlainLength);
}

const longValue = 100;
const placeholder = '(value)';

/**
 * Removes values from a message. Servers repeat the whole object when a merge or JSON patch fails, and the patch when a
 * strategic one does; both can contain the data of a Secret.
 */
function dropValues(message: string): string {
  const marker = 'Invalid value: ';
  const parts: string[] = [];
  let from = 0;
  for (let at = message.indexOf(marker); at !== -1; at = message.indexOf(marker, from)) {
    const start = at + marker.length;
    const end = endOfValue(message, start);
    const isPatch = message.slice(Math.max(from, at - 7), at) === 'patch: ';
    const isDropped = isPatch || end - start > longValue;
    parts.push(message.slice(from, start), isDropped ? placeholder : message.slice(start, end));
    from = end;
  }
  return [...parts, message.slice(from)]
    .join('')
    .replace(/map\[[^]*\](?= does not contain declared merge key)/, placeholder)
    .replace(/(?<=unknown patch type: .{0,40}) in map: [^]*$/, '')
    .replace(/(?<=expected [^,]{1,40}), got (?:&|map\[|\{)[^]*$/, '');
}

const closing: Readonly<Record<string, number>> = { '{': 1, '[': 1, '(': 1, '}': -1, ']': -1, ')': -1 };

/**
 * Returns the end of a value: a quoted one ends at its quote, any other at the next `: ` or `, ` outside of brackets.
 */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfQuote(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') at = endOfQuote(text, at) - 1;
    else if (depth === 0 && (character === ':' || character === ',') && text[at + 1] === ' ') return at;
    else depth = Math.max(0, depth + (closing[character] ?? 0));
  }
  return text.length;
}

function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
