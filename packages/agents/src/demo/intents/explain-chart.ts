import { AppError } from '@shipmate/core';
import { z } from 'zod';
import type { DemoChart } from '../demo-chart.ts';
import type { DemoIntent } from '../demo-intent.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

const chartSchema = z.looseObject({
  name: z.string(),
  version: z.coerce.string(),
  description: z.string().nullish(),
  dependencies: z.array(z.looseObject({ name: z.string(), version: z.coerce.string() })).nullish(),
});
const valuesSchema = z.record(z.string(), z.unknown()).nullable();

/** «explain this chart». */
export const explainChart: DemoIntent = (clause) => {
  const asks =
    /\b(?:explain|describe|summari[sz]e|overview|understand|how does|what (?:does|is|do|are)|tell me about|walk me)\b/i;
  if (!asks.test(clause) || !/\b(?:chart|workspace|values|templates?|it|this)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const about = yield* read(chart, 'Chart.yaml', chartSchema);
    const values = yield* read(chart, 'values.yaml', valuesSchema);
    const templates = paths.filter((path) => /^templates\/.+\.ya?ml$/.test(path));
    const dependencies = (about.dependencies ?? []).map(({ name, version }) => `${name} ${version}`);
    return [
      `**${about.name} ${about.version}** – ${about.description ?? 'a chart without a description'}.`,
      `It has ${templates.length} templates: ${toList(templates)}.`,
      `It depends on ${dependencies.join(', ') || 'no other chart'}.`,
      `Its values have these sections: ${toList(Object.keys(values ?? {}))}.`,
    ].join('\n\n');
  };
};

function* read<Schema extends z.ZodType>(chart: DemoChart, path: string, schema: Schema): DemoSteps<z.output<Schema>> {
  const parsed = schema.safeParse(parseYaml(yield* chart.view(path)).toJSON());
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `\`${path}\` is not what Helm expects.`,
    cause: parsed.error,
  });
}

function toList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ') || 'none';
}
