import { actions, fillers, otherWordsFor, phrases } from './search-vocabulary.ts';

/** A term of a question, with its variants. */
export interface SearchTerm {
  /**
   * The term itself first; then joined with its neighbour, and its synonyms. Letters and digits, and a space
   * between words.
   */
  readonly variants: readonly { readonly text: string; readonly weight: number }[];
}

const maxTerms = 12;
const actionWeight = 1.5;

const patterns = phrases.map(([phrase, word]) => [new RegExp(`\\b(?:${phrase})\\b`, 'gi'), word] as const);

/** Splits a person's question into terms: fillers are dropped, unless there is nothing else. */
export function toSearchTerms(question: string): readonly SearchTerm[] {
  const text = patterns.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), question);
  const words = [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '');
  const meant = words.filter((word) => !fillers.has(word));
  const terms = (meant.length > 0 ? meant : words).slice(0, maxTerms);
  return terms.map((word, index) => {
    const factor = actions.has(word) ? actionWeight : 1;
    // Another term of the question is not searched twice.
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
