import type { Issue } from '../issue.ts';
import type { RenderedObject } from '../rendered-object.ts';
import { healthProbes } from './health-probes.ts';
import { imageTag } from './image-tag.ts';
import { nonRoot } from './non-root.ts';
import { portMatch } from './port-match.ts';
import type { PracticeRule } from './practice-rule.ts';
import { resourceLimits } from './resource-limits.ts';
import { selectorMatch } from './selector-match.ts';

/** Every rule. Add a rule as a file and an entry here. */
const rules: readonly PracticeRule[] = [selectorMatch, portMatch, resourceLimits, healthProbes, nonRoot, imageTag];

/** Checks the rendered objects of a chart against best practices. */
export function checkPractice(objects: readonly RenderedObject[]): readonly Issue[] {
  return rules.flatMap((rule) =>
    rule.check(objects).map(({ severity, object, message, suggestion }) => ({
      severity,
      source: 'practice',
      check: rule.name,
      resource: `${object.kind}/${object.name}`,
      message,
      file: object.file,
      suggestion,
    })),
  );
}
