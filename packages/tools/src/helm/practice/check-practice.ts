import type { Issue } from '../check/issue.ts';
import type { RenderedObject } from '../check/rendered-object.ts';
import { healthProbes } from './health-probes.ts';
import { imageTag } from './image-tag.ts';
import { nonRoot } from './non-root.ts';
import { portMatch } from './port-match.ts';
import type { PracticeRule } from './practice-rule.ts';
import { resourceLimits } from './resource-limits.ts';
import { selectorMatch } from './selector-match.ts';

/** Every rule. A new one is a file and a line here. */
const rules: readonly PracticeRule[] = [selectorMatch, portMatch, resourceLimits, healthProbes, nonRoot, imageTag];

/** Holds what a chart renders to what well-made charts do. */
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
