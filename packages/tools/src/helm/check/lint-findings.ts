import { parseHelmMessage, parseSchemaViolations } from './helm-message.ts';
import type { Issue } from '../issue.ts';

const severities = { ERROR: 'error', WARNING: 'warning', INFO: 'info' } as const;

/** Parses the findings of `helm lint`; files are from the chart's folder on. */
export function parseLintFindings(output: string, chartName: string): readonly Issue[] {
  const blocks = output.split(/^(?=\[(?:INFO|WARNING|ERROR)\] )/m).slice(1);
  return blocks.flatMap((block) => {
    const [, level, path = '', text = ''] =
      /^\[(INFO|WARNING|ERROR)\] ([^:\n]*): ([^]*?)(?:\n\n[^]*)?$/.exec(block) ?? [];
    const severity = severities[level as keyof typeof severities];
    const found = path === 'values.yaml' && severity === 'error' ? parseSchemaViolations(text) : [];
    const messages = found.length > 0 ? found : parseHelmMessage(text, chartName);
    return messages.map((message) => ({
      severity,
      source: message.check === 'helm' ? ('lint' as const) : sourceOf[message.check],
      file: path.endsWith('/') || path === '' || path === 'chart' ? undefined : path,
      ...message,
      check: message.check === 'helm' ? 'helm-lint' : message.check,
    }));
  });
}

const sourceOf = {
  'template-error': 'template',
  'rendered-yaml': 'template',
  'file-yaml': 'files',
  'values-schema': 'values',
} as const;
