import { AppError } from '@shipmate/core';
import type { DemoChart } from '../demo-chart.ts';
import type { DemoIntent } from '../demo-intent.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, templateNames, type TemplateNames } from './chart-templates.ts';

type Entry = readonly [key: string, value: string];

const assignment = /(?<![\w.-])([A-Za-z_][\w.-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s,]+)/g;

/** «add a ConfigMap with LOG_LEVEL=debug». */
export const addConfigMap: DemoIntent = (clause) => {
  if (!/\bconfig\s?-?map\b/i.test(clause)) return undefined;
  const given = [...clause.matchAll(assignment)].map(
    ([, key = '', value = '']): Entry => [key, value.replace(/^["']|["']$/g, '')],
  );

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, 'config-?map');
    return existing === undefined
      ? yield* add(chart, given.length > 0 ? given : [['LOG_LEVEL', 'info']])
      : yield* extend(chart, existing, given);
  };
};

function* add(chart: DemoChart, entries: readonly Entry[]): DemoSteps<string> {
  yield* chart.create('templates/configmap.yaml', template(yield* templateNames(chart), entries));
  yield* setValues(chart, entries);
  return `Added a ConfigMap (\`templates/configmap.yaml\`) with ${keysOf(entries)}, set under \`config\` in \`values.yaml\`. A container reads it once you add it under \`envFrom\`.`;
}

function* extend(chart: DemoChart, path: string, wanted: readonly Entry[]): DemoSteps<string> {
  const before = yield* chart.view(path);
  const entries = wanted.filter(([key]) => !before.includes(`\n  ${key}:`));
  if (entries.length === 0) return `The chart has a ConfigMap already (\`${path}\`), so I left it.`;
  const changed = yield* chart.edit(path, (text) => text.replace(/^data:$/m, (line) => `${line}\n${lines(entries)}`));
  if (!changed) throw new AppError({ code: 'NOT_FOUND', message: `I found no place for data in \`${path}\`.` });
  yield* setValues(chart, entries);
  return `Added ${keysOf(entries)} to the chart's ConfigMap (\`${path}\`), set under \`config\` in \`values.yaml\`.`;
}

function setValues(chart: DemoChart, entries: readonly Entry[]): DemoSteps<boolean> {
  return chart.edit('values.yaml', (values) =>
    entries.reduce((text, [key, value]) => setYamlValue(text, ['config', key], value), values),
  );
}

function keysOf(entries: readonly Entry[]): string {
  return entries.map(([key]) => `\`${key}\``).join(', ');
}

function template({ fullName, labels }: TemplateNames, entries: readonly Entry[]): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${fullName}
  labels:
    ${labels}
data:
${lines(entries)}
`;
}

function lines(entries: readonly Entry[]): string {
  return entries.map(([key]) => `  ${key}: {{ index .Values.config "${key}" | quote }}`).join('\n');
}
