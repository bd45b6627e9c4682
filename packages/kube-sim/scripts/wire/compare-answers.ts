import { compareValues, type Difference } from './compare-values.ts';
import { normalizeText, normalizeValue } from './normalize.ts';
import { parseJson, type Repeated } from './replay.ts';
import { asObject } from '../../src/object/json-value.ts';
import type { RecordedState, WireRecord } from './wire-record.ts';

/** Headers that clients act on. */
const headers = ['content-type', 'retry-after', 'warning', 'location', 'allow'];

/** Compares the answer to a repeated request, and the state after it, with the recorded ones. */
export function compareAnswers(record: WireRecord, { before, answer, after }: Repeated): readonly Difference[] {
  const { response, stateBefore, stateAfter } = record;
  const [recorded, actual] = [versionIn(stateBefore?.body), versionIn(before)];
  return [
    ...compareValues('status', response.status, answer.status),
    ...headers.flatMap((name) =>
      compareValues(`header ${name}`, recordedHeader(record, name), headerOf(answer.headers[name])),
    ),
    ...compareBodies(record, answer.text, [recorded, actual]),
    ...(stateAfter ? compareStates(stateAfter, after, [recorded, actual]) : []),
  ];
}

function compareStates(
  { status, body }: RecordedState,
  after: unknown,
  [recorded, actual]: readonly [string | undefined, string | undefined],
): readonly Difference[] {
  if (status === 200) return compareValues('after', normalizeValue(body, recorded), normalizeValue(after, actual));
  return compareValues('after status', status, asObject(after)['code']);
}

function compareBodies(
  { response: { body, bodyText, truncated } }: WireRecord,
  text: string,
  [recorded, actual]: readonly [string | undefined, string | undefined],
): readonly Difference[] {
  const expected = body ?? parseJson(bodyText ?? '');
  const given = parseJson(text);
  if (expected !== undefined && given !== undefined) {
    return compareValues('body', normalizeValue(expected, recorded), normalizeValue(given, actual));
  }
  const wanted = bodyText ?? JSON.stringify(body);
  return compareValues('text', normalizeText(wanted), normalizeText(truncated ? text.slice(0, wanted.length) : text));
}

function recordedHeader({ response }: WireRecord, wanted: string): unknown {
  const values = response.headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.map(normalizeText).join(', ');
}

function headerOf(value: string | string[] | undefined): unknown {
  return value === undefined ? undefined : normalizeText([value].flat().join(', '));
}

function versionIn(object: unknown): string | undefined {
  const version = asObject(asObject(object)['metadata'])['resourceVersion'];
  return typeof version === 'string' ? version : undefined;
}
