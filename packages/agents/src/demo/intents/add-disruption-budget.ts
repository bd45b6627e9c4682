import { AppError } from '@shipmate/core';
import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { findTemplate, resourceName, templateNames, type TemplateNames } from './chart-templates.ts';

/** «add a PodDisruptionBudget». */
export const addDisruptionBudget: DemoIntent = (clause) => {
  if (!/\b(?:pdb|(?:pod\s?)?disruption\s?budget)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const existing = findTemplate(paths, '(?:pdb|poddisruptionbudget)');
    if (existing !== undefined) return `The chart has a PodDisruptionBudget already (\`${existing}\`), so I left it.`;
    const deployment = findTemplate(paths, 'deployment', clause);
    if (deployment === undefined) {
      throw new AppError({ code: 'NOT_FOUND', message: 'I found no Deployment to keep available.' });
    }
    const workload = yield* chart.view(deployment);
    yield* chart.create('templates/pdb.yaml', template(yield* templateNames(chart), workload));
    yield* chart.edit('values.yaml', (values) =>
      setYamlValue(
        setYamlValue(values, ['podDisruptionBudget', 'enabled'], true),
        ['podDisruptionBudget', 'maxUnavailable'],
        1,
      ),
    );
    return 'Added a PodDisruptionBudget (`templates/pdb.yaml`), set up under `podDisruptionBudget` in `values.yaml`.';
  };
};

function template({ labels }: TemplateNames, workload: string): string {
  return `{{- if .Values.podDisruptionBudget.enabled }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${resourceName(workload)}
  labels:
    ${labels}
spec:
  maxUnavailable: {{ .Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
${selectorOf(workload)}
{{- end }}
`;
}

/** Returns the labels by which a Deployment selects its pods, verbatim, indented by six spaces. */
function selectorOf(workload: string): string {
  const lines = /^ {4}matchLabels:\n((?: {6}.*\n)+)/m.exec(workload)?.[1];
  if (lines === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'I found no `matchLabels` to select by.' });
  return lines.trimEnd();
}
