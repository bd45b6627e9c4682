import { z } from 'zod';
import type { DemoIntent } from '../demo-intent.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

const chartSchema = z.looseObject({
  name: z.string().default('(no name)'),
  version: z.coerce.string().default('(no version)'),
  description: z.string().nullish(),
  dependencies: z.array(z.looseObject({ name: z.string(), version: z.coerce.string().optional() })).nullish(),
});

/** «explain this chart». */
export const explainChart: DemoIntent = (clause) => {
  const asks =
    /\b(?:explain|describe|summari[sz]e|overview|understand|how does|what (?:does|is|do|are)|tell me about|walk me)\b/i;
  if (!asks.test(clause) || !/\b(?:chart|workspace|values|templates?|it|this)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const { paths } = yield* chart.listing();
    const about = chartSchema.parse(parseYaml(yield* chart.view('Chart.yaml')).toJSON());
    const values = z
      .record(z.string(), z.unknown())
      .catch({})
      .parse(parseYaml(yield* chart.view('values.yaml')).toJSON());
    const templates = paths.filter((path) => /^templates\/.+\.ya?ml$/.test(path)).map((path) => `\`${path}\``);
    const dependencies = (about.dependencies ?? []).map(({ name, version }) => `${name} ${version ?? ''}`.trim());
    return [
      `**${about.name} ${about.version}** – ${about.description ?? 'a chart without a description'}.`,
      `It renders ${templates.length} templates: ${templates.join(', ') || 'none'}.`,
      `It depends on ${dependencies.join(', ') || 'no other chart'}.`,
      `Its values have these sections: ${
        Object.keys(values)
          .map((key) => `\`${key}\``)
          .join(', ') || 'none'
      }.`,
    ].join('\n\n');
  };
};
