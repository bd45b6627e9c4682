import { AppError } from '@shipmate/core';
import { createDemoModel } from '../demo/create-demo-model.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** The scripted model that needs no key. */
export const demo = {
  id: 'demo',
  name: 'Demo',
  keyVariables: [],
  defaultModel: 'shipmate-demo',
  models: ['shipmate-demo'],
  connect({ model, demoScript }) {
    if (model !== this.defaultModel) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: `The only demo model is "demo:${this.defaultModel}".` });
    }
    if (demoScript === undefined) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The demo model needs a script; none was given.' });
    }
    return createDemoModel({ script: demoScript });
  },
} as const satisfies ProviderDefinition;
