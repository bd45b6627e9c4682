import type { ChartIssue } from '@shipmate/protocol/web/checks';

const maxIssues = 20;

/** Returns the message that asks the agent to fix issues. */
export function toFixPrompt(issues: readonly ChartIssue[]): string {
  const left = issues.length - maxIssues;
  return [
    issues.length === 1 ? 'Fix this finding of the checks:' : 'Fix these findings of the checks:',
    ...issues.slice(0, maxIssues).map((issue) => `- ${describe(issue)}`),
    ...(left > 0 ? [`- and ${left} more: validate the chart to see them`] : []),
  ].join('\n');
}

function describe({ severity, file, line, resource, message, suggestion }: ChartIssue): string {
  const place = file === undefined ? resource : line === undefined ? file : `${file}:${line}`;
  const advice = suggestion === undefined ? '' : ` (${suggestion})`;
  return `${severity}${place === undefined ? '' : ` in ${place}`}: ${message}${advice}`;
}
