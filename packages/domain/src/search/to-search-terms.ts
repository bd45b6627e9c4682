import { splitIdentifier } from './split-identifier.ts';
import { fillers, phrases, synonyms } from './search-vocabulary.ts';

/** One thing that a question asks for, in the words in which it may be found. */
export interface SearchTerm {
  /** What was said, and what it may be called; the weight of what was said is 1. */
  readonly variants: readonly { readonly text: string; readonly weight: number }[];
}

const maxTerms = 12;
const synonymWeight = 0.6;

/** Takes a person's question apart: fillers are dropped, unless nothing else was said. */
export function toSearchTerms(question: string): readonly SearchTerm[] {
  const said = phrases.reduce(
    (text, [phrase, word]) => text.replaceAll(new RegExp(`\\b${phrase.replaceAll(' ', '[\\s-]+')}s?\\b`, 'gi'), word),
    question,
  );
  const words = [...new Set(splitIdentifier(said))];
  const meant = words.filter((word) => !fillers.has(word));
  return (meant.length > 0 ? meant : words).slice(0, maxTerms).map((word) => ({
    variants: [{ text: word, weight: 1 }, ...synonymsOf(word).map((text) => ({ text, weight: synonymWeight }))],
  }));
}

function synonymsOf(word: string): readonly string[] {
  const known = [word, word.replace(/(?<=[^s])s$/, '')].find((form) => Object.hasOwn(synonyms, form));
  return (known === undefined ? [] : (synonyms[known] ?? [])).filter((each) => each !== word);
}
