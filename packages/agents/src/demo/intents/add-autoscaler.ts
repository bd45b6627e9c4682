import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, templateNames, type TemplateNames } from './template-names.ts';

const defaults = { minReplicas: 2, maxReplicas: 5, targetCPUUtilizationPercentage: 80 };

/** «add an HPA between 2 and 10 replicas». */
export const addAutoscaler: DemoIntent = (clause) => {
  if (!/\b(?:hpa|auto-?\s?scal(?:e|er|ing)|horizontal\s?pod\s?autoscaler)\b/i.test(clause)) return undefined;
  const wanted = rangeIn(clause);

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, ['hpa', 'horizontalpodautoscaler', 'autoscaler']);
    if (existing === undefined) {
      yield* chart.create('templates/hpa.yaml', template(yield* templateNames(chart)));
    }
    const settings = { enabled: true, ...(existing === undefined ? defaults : {}), ...wanted };
    yield* chart.edit('values.yaml', (values) =>
      Object.entries(settings).reduce((text, [key, value]) => setYamlValue(text, ['autoscaling', key], value), values),
    );
    const made =
      existing === undefined
        ? 'Added a HorizontalPodAutoscaler (`templates/hpa.yaml`)'
        : `The chart has a HorizontalPodAutoscaler already (\`${existing}\`): I switched it on`;
    return `${made}, set up under \`autoscaling\` in \`values.yaml\`. Its Deployment should leave \`replicas\` out while autoscaling is on.`;
  };
};

function rangeIn(clause: string): { readonly minReplicas?: number; readonly maxReplicas?: number } {
  const range = /\b(\d+)\s*(?:and|to|-|–|up to)\s*(\d+)\b/i.exec(clause);
  const least = range?.[1] ?? /\bmin(?:imum)?\s*(?:of|=|:)?\s*(\d+)/i.exec(clause)?.[1];
  const most = range?.[2] ?? /\b(?:max(?:imum)?|up to)\s*(?:of|=|:)?\s*(\d+)/i.exec(clause)?.[1];
  return {
    ...(least === undefined ? {} : { minReplicas: Number(least) }),
    ...(most === undefined ? {} : { maxReplicas: Number(most) }),
  };
}

function template({ fullName, labels }: TemplateNames): string {
  return `{{- if .Values.autoscaling.enabled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${fullName}
  labels:
    ${labels}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${fullName}
  minReplicas: {{ .Values.autoscaling.minReplicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .Values.autoscaling.targetCPUUtilizationPercentage }}
{{- end }}
`;
}
