import type { DemoChart } from '../demo-chart.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

/** The template expressions that a new resource of this chart is named and labelled with. */
export interface TemplateNames {
  readonly fullName: string;
  readonly labels: string;
}

/** Uses the chart's own helpers where it has them, as its other templates do. */
export function* templateNames(chart: DemoChart): DemoSteps<TemplateNames> {
  const { paths } = yield* chart.listing();
  const helpers = paths.includes('templates/_helpers.tpl') ? yield* chart.view('templates/_helpers.tpl') : '';
  const fullName = /define\s+"([^"]+\.fullname)"/.exec(helpers)?.[1];
  const labels = /define\s+"([^"]+\.labels)"/.exec(helpers)?.[1];
  return {
    fullName: fullName === undefined ? '{{ .Release.Name }}-{{ .Chart.Name }}' : `{{ include "${fullName}" . }}`,
    labels:
      labels === undefined
        ? 'app.kubernetes.io/name: {{ .Chart.Name }}\n    app.kubernetes.io/instance: {{ .Release.Name }}'
        : `{{- include "${labels}" . | nindent 4 }}`,
  };
}

/** Whether values.yaml holds something at a path of keys. */
export function hasValue(values: string, path: readonly string[]): boolean {
  return parseYaml(values).hasIn(path);
}

/** The path of the template of a kind, when the chart has one. */
export function findTemplate(paths: readonly string[], words: readonly string[]): string | undefined {
  return paths.find((path) =>
    words.some((word) => path === `templates/${word}.yaml` || path === `templates/${word}.yml`),
  );
}
