import { parse as parseYaml, stringify } from 'yaml';
import { badRequest, unsupportedMediaType } from '../errors/refusals.ts';
import { decodeProtobuf } from './protobuf/decode-protobuf.ts';
import { StatusError } from '../errors/status-error.ts';

/** The form that a client asks for. */
export interface AcceptedType {
  readonly encoding: 'json' | 'yaml';
  /** What objects are turned into. */
  readonly as?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'APIGroupDiscoveryList';
  readonly version?: string;
}

/** Chooses the first form of `Accept` that is served. @throws StatusError 406 */
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
  throw new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: 'only the following media types are accepted: application/json, application/yaml',
  });
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

/** Writes an object in the form asked for. */
export function encode(object: unknown, { encoding }: AcceptedType): string {
  return encoding === 'yaml' ? stringify(object) : `${JSON.stringify(object)}\n`;
}

/** Reads a request's object. @throws StatusError 415 for another type, 400 for one that cannot be read */
export function parseBody(body: Buffer, contentType: string | undefined): unknown {
  const [type = ''] = (contentType ?? 'application/json').split(';');
  const text = body.toString('utf8');
  if (type === 'application/vnd.kubernetes.protobuf') return decodeProtobuf(body);
  if (/json/.test(type)) return parseJson(text);
  if (/yaml/.test(type)) return parseYamlText(text);
  throw unsupportedMediaType(['application/json', 'application/yaml']);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw badRequest(`couldn't get version/kind; json parse error: ${cause.message}`);
  }
}

/** Anchors could make a small body huge; nobody sends them. */
function parseYamlText(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0, merge: false, prettyErrors: false }) as unknown;
  } catch (cause) {
    throw badRequest(`error converting YAML to JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
