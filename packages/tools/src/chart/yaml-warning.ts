import type { ComputePort } from '../compute/compute-port.ts';
import type { ToolCaller } from '../context/tool-caller.ts';
import { isPlainYaml } from '../yaml/is-plain-yaml.ts';

/** Adds a warning to a message when a file that should be plain YAML cannot be parsed. Templates are not plain YAML. */
export async function withYamlWarning(
  { message, path, content }: { readonly message: string; readonly path: string; readonly content: string },
  compute: ComputePort,
  caller: ToolCaller,
): Promise<string> {
  const problem = isPlainYaml(path) ? await compute.run('findYamlProblem', [content], caller) : undefined;
  return problem === undefined
    ? message
    : `${message} Warning: ${path} is no valid YAML now, at line ${problem.line}: ${problem.message}. Fix it.`;
}
