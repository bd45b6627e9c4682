/** Longer lines are passed on in pieces. */
const maxLine = 4_000;

/** Texts that are passed on once their line is whole, so that what stands in one line stays together. */
export function createOutputLines(pass: (text: string) => void): { write(text: string): void; end(): void } {
  let rest = '';

  function flush(until: number): void {
    if (until > 0) pass(rest.slice(0, until));
    rest = rest.slice(until);
  }

  return {
    write(text) {
      rest += text;
      flush(rest.lastIndexOf('\n') + 1);
      if (rest.length > maxLine) flush(rest.length);
    },
    end: () => flush(rest.length),
  };
}
