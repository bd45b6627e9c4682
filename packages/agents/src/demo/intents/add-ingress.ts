import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, hasValue, templateNames, type TemplateNames } from './template-names.ts';

const host = /\b(?:host(?:name)?|for|at|on)\s+["'`]?((?:[a-z0-9-]+\.)+[a-z]{2,})\b/i;

/** «add an Ingress for shop.example.com». */
export const addIngress: DemoIntent = (clause) => {
  if (!/\bingress\b/i.test(clause)) return undefined;
  const wanted = host.exec(clause)?.[1]?.toLowerCase();

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, ['ingress']);
    if (existing !== undefined) {
      const changed = yield* chart.edit('values.yaml', (values) => setYamlValue(values, ['ingress', 'enabled'], true));
      const hint = wanted === undefined ? '' : ` Its hosts are under \`ingress\`; I did not change them to ${wanted}.`;
      return changed
        ? `The chart has an Ingress already (\`${existing}\`): I switched it on with \`ingress.enabled\` in \`values.yaml\`.${hint}`
        : `The chart has an Ingress already (\`${existing}\`) and it is on.${hint}`;
    }
    const values = yield* chart.view('values.yaml');
    const port = hasValue(values, ['service', 'port']) ? 'service.port' : 'ingress.servicePort';
    yield* chart.create('templates/ingress.yaml', template(yield* templateNames(chart), port));
    const hostName = wanted ?? 'chart-example.local';
    yield* chart.edit('values.yaml', (text) => {
      const section = { enabled: true, className: '', host: hostName, path: '/', pathType: 'Prefix' };
      const all = port === 'service.port' ? section : { ...section, servicePort: 80 };
      return Object.entries(all).reduce((edited, [key, value]) => setYamlValue(edited, ['ingress', key], value), text);
    });
    return `Added an Ingress (\`templates/ingress.yaml\`) for **${hostName}**, set up under \`ingress\` in \`values.yaml\`.`;
  };
};

function template({ fullName, labels }: TemplateNames, port: string): string {
  return `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${fullName}
  labels:
    ${labels}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: {{ .Values.ingress.path }}
            pathType: {{ .Values.ingress.pathType }}
            backend:
              service:
                name: ${fullName}
                port:
                  number: {{ .Values.${port} }}
{{- end }}
`;
}
