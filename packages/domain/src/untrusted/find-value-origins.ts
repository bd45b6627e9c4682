import { type FencedText, readFences } from '@shipmate/core';
import { listActionWords } from './list-action-words.ts';
import type { ValueOrigin } from './value-origin.ts';

/** An action with the texts that preceded it. */
interface ActionReading {
  /** Input of a call, or a change of an object. */
  readonly action: unknown;
  /** Untrusted texts that were read before it, oldest first. */
  readonly untrusted: readonly FencedText[];
  /** The person's own texts. */
  readonly own: readonly string[];
}

/** Bounds: characters of untrusted text, newest first, and of the person's words; marks of one action. */
export const originBounds = { untrusted: 100_000, own: 25_000, marks: 20 };

/**
 * Finds the values of an action that occur in untrusted text and not in the person's own words. A value
 * matches as a whole word, an image also without its tag and a URL also by its host. The cost is linear in
 * bounded texts; a value that a model spelled differently is not found.
 */
export function findValueOrigins({ action, untrusted, own }: ActionReading): readonly ValueOrigin[] {
  const forms = new Map<string, number>();
  const words = listActionWords(action, toWords);
  for (const [index, { word }] of words.entries()) {
    for (const form of toForms(word)) if (!forms.has(form)) forms.set(form, index);
  }
  removeOwn(forms, own);
  const origins = new Map<number, ValueOrigin>();
  let left = originBounds.untrusted;
  for (const { text, source, name } of untrusted.toReversed()) {
    if (forms.size === 0 || left <= 0) break;
    const shown = text.slice(0, left);
    left -= shown.length;
    for (const word of toWords(shown)) {
      for (const form of toForms(word)) {
        const index = forms.get(form);
        if (index === undefined) continue;
        forms.delete(form);
        const { field, word: value } = words[index] ?? { field: '', word: form };
        if (!origins.has(index)) origins.set(index, { value, field, source, name: name ?? null });
      }
    }
  }
  return [...origins]
    .sort(([left], [right]) => left - right)
    .slice(0, originBounds.marks)
    .map(([, origin]) => origin);
}

function removeOwn(forms: Map<string, number>, own: readonly string[]): void {
  let left = originBounds.own;
  for (const text of own.toReversed()) {
    const shown = text.slice(0, Math.max(0, left));
    left -= shown.length;
    for (const word of toWords(shown)) for (const form of toForms(word)) forms.delete(form);
  }
}

/** A tool call as a model made it, and the result that it saw. */
interface SeenCall {
  readonly input: unknown;
  readonly output: string;
}

/** Returns the untrusted texts of a call's result. A result in JSON counts as a whole. */
export function toUntrustedTexts({ input, output }: SeenCall): readonly FencedText[] {
  if (output.startsWith('{')) return [{ source: 'result', text: output.replaceAll(/\\[nrt"]/g, ' ') }];
  const path = typeof input === 'object' && input !== null && 'path' in input ? input.path : undefined;
  return readFences(output).fenced.map((each) =>
    each.source === 'file' && each.name === undefined && typeof path === 'string' ? { ...each, name: path } : each,
  );
}

const separators = /[\s"'`,;<>()[\]{}|\\]+/;
const edges = /^[.:!?*#=-]+|[.:!?*=]+$/g;

/** Longer words are compared by their beginning, to bound the time of the expressions below. */
const longest = 512;

/** Yields the words of a text without punctuation around them; `a=b` also counts as its parts. */
function* toWords(text: string): Generator<string> {
  for (const piece of text.split(separators)) {
    if (piece.length === 0) continue;
    const word = piece.slice(0, longest).replace(edges, '');
    yield word;
    if (word.includes('=')) yield* word.split('=');
  }
}

const image = /^([\w.-]+(?::\d+)?(?:\/[\w.-]+)+)(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/;
const url = /^[a-z][a-z\d+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i;

/**
 * Returns a word and the parts by which it can be recognized: an image without its tag, the host of a URL.
 */
function toForms(word: string): readonly string[] {
  if (!word.includes('/')) return [word];
  const part = url.exec(word)?.[1] ?? image.exec(word)?.[1];
  return part === undefined || part === word ? [word] : [word, part];
}
