import { inject } from 'vitest';
import { describeContract } from './describe-contract.ts';
import { findApiServer } from './start-api-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that KUBEBUILDER_ASSETS names; empty when it is not set. */
    readonly assets: string;
  }
}

describeContract(await findApiServer(inject('assets')));
