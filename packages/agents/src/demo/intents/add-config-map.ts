import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, hasValue, templateNames } from './template-names.ts';

const defaults = { LOG_LEVEL: 'info' };

/** «add a ConfigMap with LOG_LEVEL=debug». */
export const addConfigMap: DemoIntent = (clause) => {
  if (!/\bconfig\s?-?map\b/i.test(clause)) return undefined;
  const given = Object.fromEntries(
    [...clause.matchAll(/\b([A-Za-z_][\w.-]*)=("[^"]*"|[^\s,]+)/g)].map(([, key = '', value = '']) => [
      key,
      value.replaceAll('"', ''),
    ]),
  );

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const entries = Object.entries(Object.keys(given).length > 0 ? given : defaults);
    const existing = findTemplate(paths, ['configmap', 'config-map']);
    if (existing === undefined) {
      const { fullName, labels } = yield* templateNames(chart);
      yield* chart.create(
        'templates/configmap.yaml',
        `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${fullName}-config
  labels:
    ${labels}
data:
  {{- range $key, $value := .Values.config }}
  {{ $key }}: {{ $value | quote }}
  {{- end }}
`,
      );
    } else if (!hasValue(yield* chart.view('values.yaml'), ['config'])) {
      return `The chart has a ConfigMap already (\`${existing}\`), with values of its own, so I left it.`;
    }
    yield* chart.edit('values.yaml', (values) =>
      entries.reduce((text, [key, value]) => setYamlValue(text, ['config', key], value), values),
    );
    const keys = entries.map(([key]) => `\`${key}\``).join(', ');
    return existing === undefined
      ? `Added a ConfigMap (\`templates/configmap.yaml\`) that holds what is under \`config\` in \`values.yaml\`: ${keys}. Mount it or use \`envFrom\` where a container needs it.`
      : `Set ${keys} under \`config\` in \`values.yaml\`, which \`${existing}\` holds.`;
  };
};
