/** A language and the scripts that identify it. */
export interface WrittenLanguage {
  /** Its English name, as used in prompts. */
  readonly name: string;
  /** Unicode names or codes of its scripts, for example `Latin`, or `Hani`, `Hira` and `Kana`. */
  readonly scripts: readonly string[];
}

/** English; every language in the same script passes as well. */
export const english: WrittenLanguage = { name: 'English', scripts: ['Latin'] };

const denseScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul'];

/** A word is about two characters of Chinese, Japanese or Korean, or five letters of any other script. */
const wordOfDenseCharacter = 1 / 2;
const wordOfLetter = 1 / 5;

/**
 * The part of a text in other scripts than a language's: the approximate number of words and their share of all words.
 */
interface ForeignWriting {
  readonly words: number;
  readonly share: number;
}

/** Creates the meter of {@link ForeignWriting}. Code is not counted. */
export function createForeignWritingMeter({ scripts }: WrittenLanguage): (text: string) => ForeignWriting {
  const own = inScripts(scripts);
  const dense = inScripts(denseScripts);
  return (text) => {
    let [ownWords, words] = [0, 0];
    for (const [letter] of withoutCode(text).matchAll(/\p{L}/gu)) {
      const weight = dense.test(letter) ? wordOfDenseCharacter : wordOfLetter;
      if (own.test(letter)) ownWords += weight;
      else words += weight;
    }
    return { words, share: words === 0 ? 0 : words / (words + ownWords) };
  };
}

function inScripts(scripts: readonly string[]): RegExp {
  return new RegExp(`[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`, 'u');
}

function withoutCode(text: string): string {
  return text.replace(/```[^]*?(?:```|$)|`[^`\n]*`/g, ' ');
}
