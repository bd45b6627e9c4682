import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';

/** The look of a line on a terminal; output that is piped, or with NO_COLOR, has none. */
export type LineStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Input and output of a command. */
export interface Terminal {
  /** Prints a line of the command's result. */
  print(line: string, style?: LineStyle): void;
  /** Prints a part of the result, such as a piece of an answer that streams in. */
  write(text: string | Uint8Array): void;
  /** Prints an error, or progress that is not part of the result. */
  warn(line: string, style?: LineStyle): void;
  /** True when a person reads and types: standard input and standard error are a terminal. */
  readonly isInteractive: boolean;
  /** True when the result is read by a person, not by a program or a file. */
  readonly isResultShown: boolean;
  /** Asks a person for a line; `undefined` after Ctrl-C or the end of the input. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Reads standard input to its end. */
  readInput(): Promise<string>;
}

/** Standard output for results, standard error for the rest, so that results can be piped. */
export function createProcessTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  const history: string[] = [];
  const isInteractive = Boolean(stdin.isTTY && stderr.isTTY);
  let isLineOpen = false;

  function toLine(line: string, stream: NodeJS.WriteStream, style: LineStyle | undefined): string {
    const text = stream.isTTY ? escapeControls(line) : line;
    return `${style === undefined ? text : styleText(style, text, { stream })}\n`;
  }

  /** On a terminal, both streams share the cursor. */
  function closeLine(): void {
    if (isLineOpen && stdout.isTTY && stderr.isTTY) stdout.write('\n');
    isLineOpen = false;
  }

  return {
    isInteractive,
    isResultShown: Boolean(stdout.isTTY),
    print: (line, style) => {
      closeLine();
      stdout.write(toLine(line, stdout, style));
    },
    write: (text) => {
      if (typeof text !== 'string') return void stdout.write(text);
      if (text === '') return;
      isLineOpen = !text.endsWith('\n');
      stdout.write(stdout.isTTY ? escapeControls(text) : text);
    },
    warn: (line, style) => {
      closeLine();
      stderr.write(toLine(line, stderr, style));
    },
    ask: async (question, signal) => {
      closeLine();
      const lines = createInterface({
        input: stdin,
        output: stderr,
        history: [...history],
        removeHistoryDuplicates: true,
      });
      const closed = new AbortController();
      lines.once('SIGINT', () => lines.close()).once('close', () => closed.abort());
      try {
        const signals = signal === undefined ? [closed.signal] : [closed.signal, signal];
        const answer = await lines.question(question, { signal: AbortSignal.any(signals) });
        if (answer.trim() !== '') history.unshift(answer);
        return answer;
      } catch (thrown) {
        if (!closed.signal.aborted && !signal?.aborted) throw thrown;
        stderr.write('\n');
        return undefined;
      } finally {
        lines.close();
      }
    },
    readInput: async () => {
      let text = '';
      for await (const chunk of stdin.setEncoding('utf8')) text += String(chunk);
      return text;
    },
  };
}

/** Controls of a terminal, and characters that change the direction of a line: they can hide what a person approves. */
const controls = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** Shows control characters as escapes, so that text of a model or a file cannot control the terminal. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) =>
    character === '\r' ? '' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
