/** A longer line is split. */
const maxLineLength = 16_000;

/** Splits a streamed body into lines, decoded as UTF-8. */
export async function* splitLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield* pieces(line);
    if (rest.length > maxLineLength) {
      yield* pieces(rest);
      rest = '';
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield* pieces(rest);
}

function* pieces(line: string): Generator<string, void, undefined> {
  if (line.length <= maxLineLength) yield line;
  else for (let at = 0; at < line.length; at += maxLineLength) yield line.slice(at, at + maxLineLength);
}
