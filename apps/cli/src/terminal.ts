/** Output of a command. */
export interface Terminal {
  /** Prints a line of the command's result. */
  print(line: string): void;
  /** Prints an error, or progress that is not part of the result. */
  warn(line: string): void;
}

/** Standard output for results, standard error for the rest, so that results can be piped. */
export const processTerminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
};
