/** Longer lines are split. */
const maxLine = 4_000;

/** Buffers texts until their line is complete, so that a line is passed on as a whole. */
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
