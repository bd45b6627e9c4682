import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The environment of the process. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** The default kubeconfig, as kubectl finds it. */
export const defaultKubeconfig = environment['KUBECONFIG'] ?? join(homedir(), '.kube', 'config');
