/**
 * Makes a text that nobody edits (a title, a summary, the words of an error) storable: PostgreSQL has no NUL character, so
 * each becomes U+FFFD. The content of files is never altered; there a NUL is a `VALIDATION_ERROR`.
 */
export function storableText<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.replaceAll('\0', '\uFFFD');
}
