import type { DemoIntent } from '../demo-intent.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';

const tag = /\btag\b(?:\s+of\b[^:=]*?)?(?:\s*(?:to|=|:|is)\s*|\s+)["'`]?([\w][\w.-]{0,127})["'`]?/i;

/** «set the image tag to 1.27.2». */
export const setImageTag: DemoIntent = (clause) => {
  const wanted = tag.exec(clause)?.[1]?.replace(/\.$/, '');
  if (wanted === undefined || !/\bimage\b|\b(?:set|change|use|update|bump)\b/i.test(clause)) return undefined;

  return function* (chart) {
    const changed = yield* chart.edit('values.yaml', (values) => setYamlValue(values, ['image', 'tag'], wanted));
    return changed
      ? `Set \`image.tag\` to **${wanted}** in \`values.yaml\`.`
      : `\`image.tag\` is **${wanted}** already, so I left it.`;
  };
};
