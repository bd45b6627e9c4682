/**
 * Makes a text that is not edited (a title, a summary, an error message) storable: PostgreSQL has no NUL character, so
 * each becomes U+FFFD. The content of files is never altered; a NUL in it is a `VALIDATION_ERROR`.
 */
export function storableText<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.replaceAll('\0', '\uFFFD');
}
