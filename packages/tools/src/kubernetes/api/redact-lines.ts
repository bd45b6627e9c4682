import { redacted } from '../redaction/redact-text.ts';

const begins = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;
const ends = /-----END [A-Z ]{0,30}PRIVATE KEY-----/;
/** The most lines that a private key without an end marker hides. */
const maxKeyLines = 200;

/** Redacts secrets in lines; a private key may span many lines. */
export async function* redactLines(
  lines: AsyncIterable<string>,
  redactText: (text: string) => string,
): AsyncGenerator<string, void, undefined> {
  let hidden = 0;
  for await (const line of lines) {
    if (hidden > 0) {
      hidden = ends.test(line) ? 0 : hidden - 1;
      yield `${line.split(' ', 1)[0]} ${redacted}`;
    } else {
      if (begins.test(line) && !ends.test(line)) hidden = maxKeyLines;
      yield redactText(line);
    }
  }
}
