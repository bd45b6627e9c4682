/** Where a command speaks to a person. */
export interface Terminal {
  /** A line of the command's result. */
  print(line: string): void;
  /** A line about what went wrong or goes on besides the result. */
  warn(line: string): void;
}

/** Standard output for results, standard error for the rest, so that results can be piped. */
export const processTerminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
};
