import { actions, fillers, otherWordsFor, phrases } from './search-vocabulary.ts';

/** One thing that a question asks for, in the words in which it may be found. */
export interface SearchTerm {
  /** What was said first; then that with its neighbour in one word, and other words for it. Letters and digits, and a space between words. */
  readonly variants: readonly { readonly text: string; readonly weight: number }[];
}

const maxTerms = 12;
const actionWeight = 1.5;

const patterns = phrases.map(([phrase, word]) => [new RegExp(`\\b(?:${phrase})\\b`, 'gi'), word] as const);

/** Takes a person's question apart: fillers are dropped, unless nothing else was said. */
export function toSearchTerms(question: string): readonly SearchTerm[] {
  const text = patterns.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), question);
  const words = [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '');
  const meant = words.filter((word) => !fillers.has(word));
  const terms = (meant.length > 0 ? meant : words).slice(0, maxTerms);
  return terms.map((word, index) => {
    const factor = actions.has(word) ? actionWeight : 1;
    // What is a term itself is not looked for twice.
    const others = otherWordsFor(word).filter(({ text: other }) => !terms.includes(other));
    const compounds = [terms.slice(index - 1, index + 1), terms.slice(index, index + 2)].filter(
      (pair) => pair.length === 2,
    );
    return {
      variants: [
        { text: word, weight: factor },
        ...compounds.map((pair) => ({ text: pair.join(''), weight: factor })),
        ...others.map(({ text: each, weight }) => ({ text: each, weight: weight * factor })),
      ],
    };
  });
}
