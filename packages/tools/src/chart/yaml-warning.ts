import { workAside } from '../aside/work-aside.ts';
import { isPlainYaml } from '../yaml/is-plain-yaml.ts';

/** Adds a warning to a message when a file that should be plain YAML cannot be parsed. Templates are not plain YAML. */
export async function withYamlWarning(
  message: string,
  file: { readonly path: string; readonly content: string },
  signal: AbortSignal,
): Promise<string> {
  const problem = isPlainYaml(file.path)
    ? await workAside({ name: 'findYamlProblem', args: [file.content] }, signal)
    : undefined;
  return problem === undefined
    ? message
    : `${message} Warning: ${file.path} is no valid YAML now, at line ${problem.line}: ${problem.message}. Mend it.`;
}
