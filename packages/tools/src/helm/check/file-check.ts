import { workAside } from '../../aside/work-aside.ts';
import { isPlainYaml } from '../../yaml/is-plain-yaml.ts';
import type { Issue } from './issue.ts';

/** Checks that what should be plain YAML or JSON can be read as such. */
export async function checkFiles(files: ReadonlyMap<string, string>, signal: AbortSignal): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const [file, content] of files) {
    if (isPlainYaml(file)) {
      const problem = await workAside({ name: 'findYamlProblem', args: [content] }, signal);
      if (problem) issues.push({ severity: 'error', source: 'files', check: 'yaml', file, ...problem });
    } else if (file.endsWith('values.schema.json')) {
      const message = findJsonProblem(content);
      if (message !== undefined) issues.push({ severity: 'error', source: 'files', check: 'json', message, file });
    }
  }
  return issues;
}

function findJsonProblem(content: string): string | undefined {
  try {
    JSON.parse(content);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
