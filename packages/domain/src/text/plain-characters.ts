const kin: readonly (readonly [plain: string, typographic: string])[] = [
  ["'", '\u2018\u2019\u201A\u201B\u2032\u02BC'],
  ['"', '\u201C\u201D\u201E\u201F\u2033'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  [' ', '\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000'],
];

const plainOf = new Map(
  kin.flatMap(([plain, typographic]) => typographic.split('').map((character) => [character, plain])),
);
const typographicCharacter = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g');

/** Replaces typographic quotes, dashes and spaces with those of a keyboard; the length stays. */
export function toPlainCharacters(text: string): string {
  return text.replace(typographicCharacter, (character) => plainOf.get(character) ?? character);
}
