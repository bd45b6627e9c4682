import { createHelmCli } from '../helm/helm-cli.ts';
import type { HelmPort } from '../helm/helm-port.ts';

/** The helm of all tests of a process, as an app has one: it looks for a sandbox once, and remembers outcomes. Nothing closes it. */
export const sharedHelm: HelmPort = createHelmCli();
