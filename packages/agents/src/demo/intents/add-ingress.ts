import type { DemoChart } from '../demo-chart.ts';
import type { DemoIntent } from '../demo-intent.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, resourceName, templateNames, type TemplateNames } from './chart-templates.ts';
import { hasValue } from './value-paths.ts';

const hostName = /\b((?:[a-z0-9-]+\.)+(?!ya?ml\b|tpl\b)[a-z]{2,})\b/i;

/** «add an Ingress for shop.example.com». */
export const addIngress: DemoIntent = (clause) => {
  if (!/\bingress\b/i.test(clause)) return undefined;
  const host = hostName.exec(clause)?.[1]?.toLowerCase();

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, 'ingress');
    if (existing !== undefined) return yield* switchOn(chart, existing, host);
    return yield* add(chart, findTemplate(paths, 'service', clause), host ?? 'chart.example.com');
  };
};

function* switchOn(chart: DemoChart, template: string, host: string | undefined): DemoSteps<string> {
  const takesHost = host !== undefined && hasValue(yield* chart.view('values.yaml'), ['ingress', 'host']);
  const changed = yield* set(chart, { enabled: true, ...(takesHost ? { host } : {}) });
  const forHost = takesHost ? ` for **${host}**` : '';
  return changed
    ? `The chart has an Ingress already (\`${template}\`): I switched it on${forHost} under \`ingress\` in \`values.yaml\`.`
    : `The chart has an Ingress already (\`${template}\`), and it is on${forHost}.`;
}

function* add(chart: DemoChart, service: string | undefined, host: string): DemoSteps<string> {
  const hasPort = hasValue(yield* chart.view('values.yaml'), ['service', 'port']);
  const names = yield* templateNames(chart);
  const serviceName = service === undefined ? names.fullName : resourceName(yield* chart.view(service));
  const port = hasPort ? 'service.port' : 'ingress.servicePort';
  yield* chart.create('templates/ingress.yaml', toTemplate(names, { serviceName, port }));
  yield* set(chart, { enabled: true, className: '', host, ...(hasPort ? {} : { servicePort: 80 }) });
  return `Added an Ingress (\`templates/ingress.yaml\`) for **${host}**, set up under \`ingress\` in \`values.yaml\`.`;
}

function set(chart: DemoChart, settings: Readonly<Record<string, unknown>>): DemoSteps<boolean> {
  return chart.edit('values.yaml', (values) =>
    Object.entries(settings).reduce((text, [key, value]) => setYamlValue(text, ['ingress', key], value), values),
  );
}

interface Backend {
  readonly serviceName: string;
  /** Path of its port in the values. */
  readonly port: string;
}

function toTemplate({ fullName, labels }: TemplateNames, { serviceName, port }: Backend): string {
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
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${serviceName}
                port:
                  number: {{ .Values.${port} }}
{{- end }}
`;
}
