import { badRequest } from '../errors/refusals.ts';
import { asObject, isObject } from '../object/json-value.ts';

/** Where a list goes on. */
export interface ContinueToken {
  /** The version that all pages show; absent where that is forgotten, and the rest is listed as it is. */
  readonly version?: number;
  /** The key of the last object of the page before, below the place that is listed. */
  readonly after: string;
}

/** In a token, that any version will do. */
const noVersion = -1;

/** Writes a token as a real server does. */
export function writeToken({ version = noVersion, after }: ContinueToken): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after}\u0000` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws StatusError 400 for what is no token */
export function readToken(token: string): ContinueToken {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const { rv, start, v } = asObject(parse(text));
  if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv < noVersion || rv === 0) {
    throw badRequest('continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof start !== 'string' || start === '') {
    throw badRequest('continue key is not valid: encoded start key must not be empty');
  }
  return { after: start.endsWith('\u0000') ? start.slice(0, -1) : start, ...(rv !== noVersion && { version: rv }) };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const found =
    text === ''
      ? 'unexpected end of JSON input'
      : `invalid character ${quoteCharacter(text.charAt(0))} looking for beginning of value`;
  throw badRequest(`invalid continue token: continue key is not valid: ${found}`);
}

/** As Go quotes a byte. */
function quoteCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const isPlain = (code >= 0x20 && code < 0x7f) || code >= 0xa1;
  return isPlain ? `'${character}'` : `'\\u${code.toString(16).padStart(4, '0')}'`;
}
