import { workAside } from '../aside/work-aside.ts';
import { isPlainYaml } from '../yaml/is-plain-yaml.ts';

/** One file before and after an edit. */
export interface EditedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Explains why a YAML or JSON file no longer parses after an edit; `undefined` when it does, or did not parse before. */
export async function findParseRegression(edited: EditedText, signal: AbortSignal): Promise<string | undefined> {
  const find = toProblemFinder(edited.path, signal);
  const problem = await find?.(edited.after);
  return problem !== undefined && (await find?.(edited.before)) === undefined ? problem : undefined;
}

function toProblemFinder(path: string, signal: AbortSignal) {
  if (path.endsWith('.json')) return findJsonProblem;
  if (!isPlainYaml(path)) return undefined;
  return async (content: string) => {
    const problem = await workAside({ name: 'findYamlProblem', args: [content] }, signal);
    return problem && `not valid YAML at line ${problem.line}: ${problem.message}`;
  };
}

async function findJsonProblem(content: string): Promise<string | undefined> {
  try {
    JSON.parse(content.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
