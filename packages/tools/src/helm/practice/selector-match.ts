import { asMap, type RenderedObject } from '../rendered-object.ts';
import { findPodTemplates, isSelected, type PodTemplate } from './pod-template.ts';
import type { PracticeFinding, PracticeRule } from './practice-rule.ts';

/** Selectors of workloads and services match the labels of pods. */
export const selectorMatch: PracticeRule = {
  name: 'selector-match',
  check(objects) {
    const pods = findPodTemplates(objects);
    return [...pods.flatMap(checkWorkload), ...objects.flatMap((object) => checkService(object, pods))];
  },
};

function checkWorkload({ workload, labels }: PodTemplate): readonly PracticeFinding[] {
  const selector = asMap(asMap(asMap(workload.content['spec'])['selector'])['matchLabels']);
  if (Object.keys(selector).length === 0 || isSelected(labels, selector)) return [];
  return [
    {
      severity: 'error',
      object: workload,
      message: 'Its selector does not match the labels of its own pods.',
      suggestion: 'Make spec.selector.matchLabels and spec.template.metadata.labels from the same helper.',
    },
  ];
}

function checkService(object: RenderedObject, pods: readonly PodTemplate[]): readonly PracticeFinding[] {
  const selector = object.kind === 'Service' ? asMap(asMap(object.content['spec'])['selector']) : {};
  if (Object.keys(selector).length === 0 || pods.some(({ labels }) => isSelected(labels, selector))) return [];
  return [
    {
      severity: 'warning',
      object,
      message: 'It selects no pod of this chart.',
      suggestion: 'Make its selector from the helper that labels the pods, or remove the Service.',
    },
  ];
}
