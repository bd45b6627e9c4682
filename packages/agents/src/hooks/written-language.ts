/** A language as far as its writing tells it from others. */
export interface WrittenLanguage {
  /** In English, as a model is told of it. */
  readonly name: string;
  /** Unicode's names of the scripts it is written in, for example `Latin`, or `Han`, `Hiragana` and `Katakana`. */
  readonly scripts: readonly string[];
}

/** English, and with it every language that shares its script. */
export const english: WrittenLanguage = { name: 'English', scripts: ['Latin'] };

const denseScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul'];

/** A word is about two characters of Chinese, Japanese or Korean, or five letters of anything else. */
const wordOfDenseCharacter = 1 / 2;
const wordOfLetter = 1 / 5;

/** How much of a text is written in other scripts than a language's: how many words, about, and their share of all. */
export interface ForeignWriting {
  readonly words: number;
  readonly share: number;
}

/** Makes the measure of {@link ForeignWriting}. Code is not counted: it is in no language. */
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
