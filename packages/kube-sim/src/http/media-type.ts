import { LineCounter, parse as parseYaml, parseDocument, stringify } from 'yaml';
import { badRequest, unsupportedMediaType } from '../errors/refusals.ts';
import { StatusError } from '../errors/status-error.ts';
import { decodeProtobuf } from './protobuf/decode-protobuf.ts';

/** A negotiated response format. */
export interface AcceptedType {
  readonly encoding: 'json' | 'yaml';
  /** Conversion of the object. */
  readonly as?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'APIGroupDiscoveryList';
  readonly version?: string;
}

/** Selects the first served format in `Accept`. @throws StatusError 406 */
export function negotiate(accept: string | undefined): AcceptedType {
  const clauses = (accept === undefined || accept === '' ? '*/*' : accept).split(',').map((clause) => clause.trim());
  for (const clause of clauses) {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim());
    const encoding = encodings[type];
    if (encoding === undefined) continue;
    const options = Object.fromEntries(parameters.map((each) => each.split('=', 2)));
    const { as, v } = options as { as?: string; v?: string };
    if (as === undefined) return { encoding };
    if (!isServedForm(as, v)) continue;
    return { encoding, as, ...(v !== undefined && { version: v }) };
  }
  const served = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
  const message = `406: Not Acceptable\n\nAvailable representations: ${served}`;
  throw new StatusError({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

const encodings: Readonly<Record<string, 'json' | 'yaml'>> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/yaml': 'yaml',
};

function isServedForm(as: string, version: string | undefined): as is NonNullable<AcceptedType['as']> {
  if (as === 'APIGroupDiscoveryList') return version === 'v2' || version === 'v2beta1';
  return (
    ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'].includes(as) &&
    (version === 'v1' || version === 'v1beta1')
  );
}

// After sorting, aliases of repeated values would precede their anchors.
const yamlStyle = {
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
  schema: 'yaml-1.1',
} as const;

/** Encodes an object in a format. */
export function encode(object: unknown, { encoding }: AcceptedType): string {
  if (encoding === 'json') return `${JSON.stringify(object)}\n`;
  // The pattern of YAML 1.1 matches a lone dot, which is no float.
  return stringify(object, yamlStyle).replaceAll(/^(\s*)"\.": /gm, '$1.: ');
}

/** Duplicate fields of a body, as a real server warns of them; the later value wins. */
export function findRepeated(body: Buffer, contentType: string | undefined): readonly string[] {
  const [type = ''] = (contentType ?? 'application/json').split(';');
  const text = body.toString('utf8');
  if (/yaml/.test(type) && !/^\s*\{/.test(text)) return findRepeatedKeys(text);
  if (!/json|yaml/.test(type) || !isJson(text)) return [];
  const prefix = type === 'application/json-patch+json' ? 'json patch ' : '';
  return findDuplicateFields(text).map((field) => `${prefix}duplicate field ${JSON.stringify(field)}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function findRepeatedKeys(text: string): readonly string[] {
  const lineCounter = new LineCounter();
  const { errors } = parseDocument(text, { lineCounter, prettyErrors: false });
  return errors
    .filter(({ code }) => code === 'DUPLICATE_KEY')
    .map(({ pos: [start] }) => {
      const { line } = lineCounter.linePos(start);
      const key = /^["']?([^"':\s]+)/.exec(text.slice(start))?.[1] ?? '';
      return `line ${line}: key ${JSON.stringify(key)} already set in map`;
    });
}

/** Parses a request body. @throws StatusError 415 for an unsupported media type, 400 for malformed content */
export function parseBody(body: Buffer, contentType: string | undefined, kind?: string): unknown {
  const [type = ''] = (contentType ?? 'application/json').split(';');
  const text = body.toString('utf8');
  if (type === 'application/vnd.kubernetes.protobuf') return decodeProtobuf(body);
  if (/json/.test(type)) return parseJson(text, kind);
  if (/yaml/.test(type)) return parseYamlText(text);
  throw unsupportedMediaType(['application/json', 'application/yaml']);
}

function parseJson(text: string, kind: string | undefined): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const why = `couldn't get version/kind; json parse error: ${describeSyntaxError(cause.message, text)}`;
    if (kind === undefined) throw badRequest(why);
    const summary = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${summary})`);
  }
}

/** Words a JSON syntax error as Go's decoder does. */
function describeSyntaxError(message: string, text: string): string {
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
  if (position >= text.trimEnd().length) return 'unexpected end of JSON input';
  return `invalid character '${text.charAt(position)}' looking for beginning of value`;
}

/** Anchors could expand a small body to a huge one; real clients send none. */
function parseYamlText(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0, merge: false, prettyErrors: false, uniqueKeys: false }) as unknown;
  } catch (cause) {
    throw badRequest(`error converting YAML to JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** The paths of duplicate fields in a JSON text, such as `spec.replicas` or `[0].value`. */
function findDuplicateFields(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;

  function skipSpace(): void {
    while (/\s/.test(text[at] ?? '')) at += 1;
  }

  /** Skips a string and returns its value. */
  function readString(): string {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  }

  function readObject(path: string): void {
    const names = new Set<string>();
    at += 1;
    for (skipSpace(); text[at] === '"'; skipSpace()) {
      const name = readString();
      const field = path === '' ? name : `${path}.${name}`;
      if (names.has(name)) found.push(field);
      names.add(name);
      skipSpace();
      at += 1;
      readValue(field);
      skipSpace();
      if (text[at] === ',') at += 1;
    }
    at += 1;
  }

  function readArray(path: string): void {
    at += 1;
    skipSpace();
    for (let index = 0; at < text.length && text[at] !== ']'; index += 1) {
      readValue(`${path}[${index}]`);
      skipSpace();
      if (text[at] === ',') at += 1;
      skipSpace();
    }
    at += 1;
  }

  function readValue(path: string): void {
    skipSpace();
    if (text[at] === '{') readObject(path);
    else if (text[at] === '[') readArray(path);
    else if (text[at] === '"') readString();
    else while (at < text.length && !/[,\]}\s]/.test(text[at] ?? '')) at += 1;
  }

  readValue('');
  return [...new Set(found)];
}
