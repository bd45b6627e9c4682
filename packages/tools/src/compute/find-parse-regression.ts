import { isPlainYaml } from '../yaml/is-plain-yaml.ts';
import { findYamlProblem } from './find-yaml-problem.ts';

/** One file before and after an edit. */
export interface EditedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Explains why a YAML or JSON file no longer parses after an edit; `undefined` when it does, or did not parse before. */
export function findParseRegression({ path, before, after }: EditedText): string | undefined {
  const problem = findProblem(path, after);
  return problem !== undefined && findProblem(path, before) === undefined ? problem : undefined;
}

function findProblem(path: string, content: string): string | undefined {
  if (path.endsWith('.json')) return findJsonProblem(content);
  const problem = isPlainYaml(path) ? findYamlProblem(content) : undefined;
  return problem && `not valid YAML at line ${problem.line}: ${problem.message}`;
}

function findJsonProblem(content: string): string | undefined {
  try {
    JSON.parse(content.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
