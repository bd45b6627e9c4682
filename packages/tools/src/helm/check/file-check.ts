import { findYamlProblem, isPlainYaml } from '../../yaml/find-yaml-problem.ts';
import type { Issue } from './issue.ts';

/** Checks that what should be plain YAML or JSON can be read as such. */
export function checkFiles(files: ReadonlyMap<string, string>): readonly Issue[] {
  return [...files].flatMap(([file, content]): readonly Issue[] => {
    if (isPlainYaml(file)) {
      const problem = findYamlProblem(content);
      return problem ? [{ severity: 'error', source: 'files', check: 'yaml', file, ...problem }] : [];
    }
    const message = file.endsWith('values.schema.json') ? findJsonProblem(content) : undefined;
    return message === undefined ? [] : [{ severity: 'error', source: 'files', check: 'json', message, file }];
  });
}

function findJsonProblem(content: string): string | undefined {
  try {
    JSON.parse(content);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
