import { AppError } from '@shipmate/core';
import type { DemoChart } from '../demo-chart.ts';
import type { DemoSteps } from '../demo-steps.ts';

/** The template expressions for the name and the labels of a new resource of this chart. */
export interface TemplateNames {
  readonly fullName: string;
  /** For the lines below `labels:`, indented by four spaces. */
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

/** Finds the template of a kind of resource by its file name: the one that the clause names, else the first. */
export function findTemplate(paths: readonly string[], kind: string, clause = ''): string | undefined {
  const templates = paths.filter((path) => new RegExp(`^templates/(?:[\\w-]+-)?${kind}\\.ya?ml$`).test(path));
  const isNamed = (path: string): boolean => {
    const workload = /^templates\/(.+)-[^-]+$/.exec(path)?.[1];
    return workload !== undefined && clause.toLowerCase().includes(workload.toLowerCase());
  };
  return templates.find(isNamed) ?? templates[0];
}

/** Returns the name of a template's resource, verbatim. */
export function resourceName(template: string): string {
  const name = /^metadata:\n(?: .*\n)*? {2}name: *(.+)$/m.exec(template)?.[1];
  if (name === undefined)
    throw new AppError({ code: 'NOT_FOUND', message: 'I found no `metadata.name` in the template.' });
  return name.trim();
}
