/** A color in light and in dark mode. */
interface Shade {
  readonly light: string;
  readonly dark: string;
}

const shades: readonly Shade[] = [
  { light: '#2f6fbf', dark: '#7db4f5' },
  { light: '#1f7a5c', dark: '#5cc8a2' },
  { light: '#b3541e', dark: '#f0a070' },
  { light: '#7a4fb0', dark: '#bb96ec' },
  { light: '#0b7f93', dark: '#5cc5d6' },
  { light: '#b0307a', dark: '#f08cc0' },
  { light: '#4c7a1f', dark: '#9fcc6a' },
  { light: '#8a6d00', dark: '#dfc04c' },
];

/** The places of usual languages, so that they have the same color in every diagram. */
const usual = ['typescript', 'python', 'java', 'yaml', 'go', 'css', 'shell', 'javascript'];

const neutral: Shade = { light: '#5b6b75', dark: '#a5b4bd' };

/** Returns the color of a language; prose and files of unknown languages are gray. */
export function toShade(language: string | null): Shade {
  if (language === null || language === 'markdown') return neutral;
  const known = usual.indexOf(language);
  const place = known === -1 ? Array.from(language).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) : known;
  return shades[place % shades.length] ?? neutral;
}

/** Returns the color of a language for a style of the page, which follows its theme. */
export function toLanguageColor(language: string | null): string {
  const { light, dark } = toShade(language);
  return `light-dark(${light}, ${dark})`;
}
