import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { toProse, workloadPaths, type ValuePath } from './value-paths.ts';

const tag =
  /\btag\b(?:\s+(?:of|for|in)\b.*?)??(?:\s*(?:\bto\b|=|:|\bis\b)\s*|\s+)["'`]?(?!(?:to|is|of|for|in)\b)([\w][\w.-]{0,127})["'`]?/i;

/** «set the image tag to 1.27.2». */
export const setImageTag: DemoIntent = (clause) => {
  const wanted = tag.exec(clause)?.[1]?.replace(/\.$/, '');
  if (wanted === undefined || !/\b(?:image|set|change|use|update|bump)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const images = workloadPaths(yield* chart.view('values.yaml'), 'image', clause);
    const paths = images.map((path): ValuePath => [...path, 'tag']);
    const changed = yield* chart.edit('values.yaml', (values) =>
      paths.reduce((text, path) => setYamlValue(text, path, wanted), values),
    );
    return changed
      ? `Set ${toProse(paths)} to **${wanted}** in \`values.yaml\`.`
      : `${toProse(paths)} is **${wanted}** already, so I left it.`;
  };
};
