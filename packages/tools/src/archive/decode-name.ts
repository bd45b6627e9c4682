/** Decodes a name; bytes that are not UTF-8 become U+FFFD, which no path of an archive may contain. */
export function decodeName(bytes: Buffer): string {
  return bytes.toString('utf8');
}
