import { findYamlProblem, isPlainYaml } from '../yaml/find-yaml-problem.ts';

/** Adds a warning to a message when a file that should be plain YAML cannot be parsed. Templates are not plain YAML. */
export function withYamlWarning(message: string, file: { readonly path: string; readonly content: string }): string {
  const problem = isPlainYaml(file.path) ? findYamlProblem(file.content) : undefined;
  return problem === undefined
    ? message
    : `${message} Warning: ${file.path} is no valid YAML now, at line ${problem.line}: ${problem.message}. Mend it.`;
}
