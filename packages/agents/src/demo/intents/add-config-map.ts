import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, templateNames, type TemplateNames } from './chart-templates.ts';

const assignment = /(?<![\w.-])([A-Za-z_][\w.-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s,]+)/g;

/** «add a ConfigMap with LOG_LEVEL=debug». */
export const addConfigMap: DemoIntent = (clause) => {
  if (!/\bconfig\s?-?map\b/i.test(clause)) return undefined;
  const given = [...clause.matchAll(assignment)].map(
    ([, key = '', value = '']) => [key, value.replace(/^["']|["']$/g, '')] as const,
  );

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, 'config-?map');
    const wanted = existing === undefined && given.length === 0 ? ([['LOG_LEVEL', 'info']] as const) : given;
    let entries = wanted;
    if (existing === undefined) {
      yield* chart.create('templates/configmap.yaml', template(yield* templateNames(chart), wanted));
    } else {
      const before = yield* chart.view(existing);
      entries = wanted.filter(([key]) => !before.includes(`\n  ${key}:`));
      yield* chart.edit(existing, (text) => text.replace(/^data:$/m, (line) => `${line}\n${lines(entries)}`.trimEnd()));
    }
    if (entries.length === 0) return `The chart has a ConfigMap already (\`${existing}\`), so I left it.`;
    yield* chart.edit('values.yaml', (values) =>
      entries.reduce((text, [key, value]) => setYamlValue(text, ['config', key], value), values),
    );
    const keys = entries.map(([key]) => `\`${key}\``).join(', ');
    return existing === undefined
      ? `Added a ConfigMap (\`templates/configmap.yaml\`) with ${keys}, set under \`config\` in \`values.yaml\`. A container reads it once you add it under \`envFrom\`.`
      : `Added ${keys} to the chart's ConfigMap (\`${existing}\`), set under \`config\` in \`values.yaml\`.`;
  };
};

function template({ fullName, labels }: TemplateNames, entries: readonly (readonly [string, string])[]): string {
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

function lines(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([key]) => `  ${key}: {{ index .Values.config "${key}" | quote }}`).join('\n');
}
