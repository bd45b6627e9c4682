import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { LineCounter } from 'yaml';

/** The reason why a text is not valid YAML. */
export interface YamlProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Finds the first problem of a text that should be plain YAML. */
export function findYamlProblem(content: string): YamlProblem | undefined {
  const lineCounter = new LineCounter();
  const documents = parseYamlDocuments(content, { lineCounter, logLevel: 'silent' });
  for (const { errors } of documents) {
    const [error] = errors;
    if (error) return { line: lineCounter.linePos(error.pos[0]).line, message: error.message };
  }
  return undefined;
}
