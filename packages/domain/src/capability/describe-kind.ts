import { textAt, valueAt } from '../cluster/object/read-value.ts';

const maxLength = 240;

/** Text beyond this length is not read. */
const maxRead = 2_000;

/** Descriptions that schema generators write by default. */
const boilerplate = [
  /^\S+ is the Schema for the .{1,80}? API\b[.,]?\s*/i,
  /^(?:The )?`?\w+`? custom resource definition \(CRD\) /i,
  /<no value>/g,
  /\s*\bMore info: ?\S+/gi,
];

/**
 * Describes a kind from its schema in a sentence or two; without a description, from that of the kind's
 * `spec`.
 */
export function describeKind(schema: unknown): string {
  return (
    [textAt(schema, 'description'), textAt(valueAt(schema, 'properties', 'spec'), 'description')]
      .map((text) => toSummary(text ?? ''))
      .find((text) => text !== '') ?? ''
  );
}

function toSummary(text: string): string {
  const plain = boilerplate
    .reduce((rest, pattern) => rest.replace(pattern, ''), text.slice(0, maxRead).replaceAll(/\s+/g, ' ').trim())
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim();
  return shorten(plain, maxLength);
}

/** Truncates a text at the end of a sentence, or else of a word. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length);
  const sentence = head.lastIndexOf('. ');
  if (sentence > length / 3) return head.slice(0, sentence + 1);
  return `${head.slice(0, head.lastIndexOf(' ')).replace(/[,;:]$/, '')} …`;
}
