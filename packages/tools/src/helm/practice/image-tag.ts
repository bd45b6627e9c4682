import { asText } from '../rendered-object.ts';
import { findPodTemplates, nameOf } from './pod-template.ts';
import type { PracticeRule } from './practice-rule.ts';

/** Images have a tag or digest that does not move. */
export const imageTag: PracticeRule = {
  name: 'image-tag',
  check: (objects) =>
    findPodTemplates(objects).flatMap(({ workload, containers }) =>
      containers.flatMap((container) => {
        const image = asText(container['image']);
        if (image === undefined || isPinned(image)) return [];
        return [
          {
            severity: 'warning' as const,
            object: workload,
            message: `${nameOf(container)} takes the image ${image}, which is whatever is newest.`,
            suggestion: 'Name a version, for example that of appVersion, or a digest.',
          },
        ];
      }),
    ),
};

/** Returns true if an image is pinned; a registry's port is not a tag. */
function isPinned(image: string): boolean {
  const [, tag] = /:([^/:]*)$/.exec(image) ?? [];
  return image.includes('@sha256:') || (tag !== undefined && tag !== '' && tag !== 'latest');
}
