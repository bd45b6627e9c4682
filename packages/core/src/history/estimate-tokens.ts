import { toJsonText } from '../tool/to-json-text.ts';

/** Characters of ASCII text that make a token: between prose (4 to 5) and JSON, YAML or code (about 3). */
const asciiCharactersPerToken = 3.4;

/**
 * About how many tokens a text, or a value written as JSON, takes in a prompt.
 *
 * It rather says too much than too little: it is for keeping within a limit, never for a bill. One pass, no vocabulary.
 */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : toJsonText(value);
  let others = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) others += 1;
  return Math.ceil((text.length - others) / asciiCharactersPerToken + others);
}
