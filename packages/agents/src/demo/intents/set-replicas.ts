import { findCatalogueChart } from '../chart-catalogue.ts';
import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { toProse, workloadPaths } from './value-paths.ts';

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const number = `(\\d{1,4}|${words.join('|')})`;
const patterns = [
  new RegExp(`\\b${number}\\s+(?:replicas?|copies|instances|pods)\\b`, 'i'),
  new RegExp(`\\breplicas?(?:\\s*count)?\\b.*?(?:\\bto|=|:|\\bof|\\bis)?\\s*\\b${number}\\b`, 'i'),
  new RegExp(`\\bscale\\b.*?\\bto\\s+${number}\\b`, 'i'),
];

/** «set 3 replicas», «scale the storefront to five». */
export const setReplicas: DemoIntent = (clause) => {
  const found = patterns.map((pattern) => pattern.exec(clause)?.[1]).find((match) => match !== undefined);
  // The replicas of a subchart have other keys in every subchart.
  if (found === undefined || clause.split(/\s+/).some((word) => findCatalogueChart(word))) return undefined;
  const count = words.includes(found.toLowerCase()) ? words.indexOf(found.toLowerCase()) : Number(found);

  return function* (chart) {
    const paths = workloadPaths(yield* chart.view('values.yaml'), ['replicaCount', 'replicas'], clause);
    const changed = yield* chart.edit('values.yaml', (values) =>
      paths.reduce((text, path) => setYamlValue(text, path, count), values),
    );
    return changed
      ? `Set ${toProse(paths)} to **${count}** in \`values.yaml\`.`
      : `${toProse(paths)} is **${count}** already, so I left it.`;
  };
};
