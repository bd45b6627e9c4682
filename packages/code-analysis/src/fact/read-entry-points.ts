import type { CodeFact } from '@shipmate/domain/code-map';
import { verbOf } from '../call/code-call.ts';
import { type FactReader, type FactSource, toFact } from './fact-source.ts';

/** Reads the places at which a program begins. */
export const readEntryPoints: FactReader = (source) => {
  const line = findEntry(source);
  return line === undefined ? [] : [toFact('entry_point', 'main', line)];
};

function findEntry(source: FactSource): CodeFact['line'] | undefined {
  const { language, tokens } = source;
  if (language === 'python') return findMainCheck(source);
  if (language === 'go') {
    const isProgram = tokens.some(({ text }, index) => text === 'package' && tokens[index + 1]?.text === 'main');
    return isProgram ? findMainFunction(source) : undefined;
  }
  if (language === 'rust' || language === 'cpp') return findMainFunction(source);
  return language === 'java' ? findJavaEntry(source) : undefined;
}

function findMainFunction({ symbols }: FactSource): number | undefined {
  const main = symbols.find(({ name }) => name === 'main');
  return main?.kind === 'function' && main.container === undefined ? main.startLine : undefined;
}

function findJavaEntry(source: FactSource): number | undefined {
  const run = source.calls.find((call) => verbOf(call) === 'run' && call.callee.startsWith('SpringApplication.'));
  const main = source.symbols.find(({ name }) => name === 'main');
  return run?.line ?? (main && isPublicStatic(source, main.startLine) ? main.startLine : undefined);
}

/** `if __name__ == "__main__"`. */
function findMainCheck({ tokens }: FactSource): number | undefined {
  return tokens.find(
    ({ text }, index) =>
      text === '__name__' && tokens.slice(index + 1, index + 4).some((next) => next.text === '__main__'),
  )?.line;
}

function isPublicStatic({ tokens }: FactSource, line: number): boolean {
  const index = tokens.findIndex((token) => token.text === 'main' && token.line >= line);
  const words = tokens.slice(Math.max(0, index - 4), index).map(({ text }) => text);
  return words.includes('static') && words.includes('public');
}
