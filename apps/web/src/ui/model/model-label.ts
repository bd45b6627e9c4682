import type { ModelChoice } from '@shipmate/protocol';

/** How a model is called where a person chooses one; the demo is never mistaken for a real model. */
export function toModelLabel(model: ModelChoice): string {
  return model.isDemo ? 'Demo (scripted, no key)' : model.label;
}
