import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { toProse, workloadPaths, type ValuePath } from './value-paths.ts';

const patterns = [/\btag\b.*?(?:\bto\b|\bis\b|=|:)\s*["'`]?(\w[\w.-]{0,127})/i, /\btag\s+["'`]?(v?\d[\w.-]{0,127})/i];

/** «set the image tag to 1.27.2». */
export const setImageTag: DemoIntent = (clause) => {
  const wanted = patterns.map((pattern) => pattern.exec(clause)?.[1]).find((match) => match !== undefined);
  if (wanted === undefined || !/\b(?:image|set|change|use|update|bump)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const images = workloadPaths(yield* chart.view('values.yaml'), ['image'], clause);
    const paths = images.map((path): ValuePath => [...path, 'tag']);
    const changed = yield* chart.edit('values.yaml', (values) =>
      paths.reduce((text, path) => setYamlValue(text, path, wanted), values),
    );
    return changed
      ? `Set ${toProse(paths)} to **${wanted}** in \`values.yaml\`.`
      : `${toProse(paths)} is **${wanted}** already, so I left it.`;
  };
};
