import { AppError } from '@shipmate/core';
import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, resourceName, templateNames, type TemplateNames } from './chart-templates.ts';

const defaults = { minReplicas: 2, maxReplicas: 5, targetCPUUtilizationPercentage: 80 };

/** «add an HPA between 2 and 10 replicas». */
export const addAutoscaler: DemoIntent = (clause) => {
  if (!/\b(?:hpa|auto-?\s?scal(?:e|er|ing)|horizontal\s?pod\s?auto-?scaler)\b/i.test(clause)) return undefined;
  const wanted = rangeIn(clause);

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, '(?:hpa|horizontalpodautoscaler|autoscaler)');
    const deployment = findTemplate(paths, 'deployment', clause);
    if (existing === undefined) {
      if (deployment === undefined)
        throw new AppError({ code: 'NOT_FOUND', message: 'I found no Deployment to scale.' });
      const target = resourceName(yield* chart.view(deployment));
      yield* chart.create('templates/hpa.yaml', template(yield* templateNames(chart), target));
      yield* chart.edit(deployment, leaveReplicasOut);
    }
    const settings = { enabled: true, ...(existing === undefined ? defaults : {}), ...wanted };
    yield* chart.edit('values.yaml', (values) =>
      Object.entries(settings).reduce((text, [key, value]) => setYamlValue(text, ['autoscaling', key], value), values),
    );
    return existing === undefined
      ? `Added a HorizontalPodAutoscaler (\`templates/hpa.yaml\`), set up under \`autoscaling\` in \`values.yaml\`. \`${deployment}\` leaves \`replicas\` out while it is on.`
      : `The chart has a HorizontalPodAutoscaler already (\`${existing}\`): I set it up under \`autoscaling\` in \`values.yaml\`.`;
  };
};

/** A Deployment that sets its replicas would reset the autoscaler's count at every upgrade. */
function leaveReplicasOut(deployment: string): string {
  if (deployment.includes('.Values.autoscaling.enabled')) return deployment;
  return deployment.replace(
    /^( +)replicas:.*$/m,
    (line, indent: string) => `${indent}{{- if not $.Values.autoscaling.enabled }}\n${line}\n${indent}{{- end }}`,
  );
}

function rangeIn(clause: string): { readonly minReplicas?: number; readonly maxReplicas?: number } {
  const range = /\b(\d+)\s*(?:and|to|-|–)\s*(\d+)\b/i.exec(clause);
  const least = range?.[1] ?? /\bmin(?:imum)?\s*(?:of|=|:)?\s*(\d+)/i.exec(clause)?.[1];
  const most = range?.[2] ?? /\b(?:max(?:imum)?|up to)\s*(?:of|=|:)?\s*(\d+)/i.exec(clause)?.[1];
  return {
    ...(least === undefined ? {} : { minReplicas: Number(least) }),
    ...(most === undefined ? {} : { maxReplicas: Number(most) }),
  };
}

function template({ fullName, labels }: TemplateNames, target: string): string {
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
    name: ${target}
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
