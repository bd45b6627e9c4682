import { AppError } from '@shipmate/core';
import type { CommandContext } from '../command.ts';
import { clientEnvironmentSchema, readVariables } from '../env.ts';
import type { Connection } from './connection.ts';
import { openRemoteConnection } from './open-remote-connection.ts';

/** The options of commands that use an installation. */
export const connectionOptions = {
  url: {
    type: 'string',
    placeholder: '<url>',
    description: 'The URL of web of a running installation. Default SHIPMATE_URL.',
  },
  'data-dir': {
    type: 'string',
    placeholder: '<path>',
    description: 'Without a URL and a token: the data directory. Default .shipmate.',
  },
  'no-demo-cluster': { type: 'boolean', description: 'Without a URL and a token: start no simulated cluster.' },
} as const;

/** The note of commands that use an installation. */
export const connectionNotes =
  'With SHIPMATE_TOKEN, an API token, the command calls the installation at SHIPMATE_URL, by default on this machine. Without a URL and a\n' +
  'token, it opens the data directory or DATABASE_URL in this process, signed in as SHIPMATE_USER_EMAIL.';

/** Values of {@link connectionOptions}. */
interface ConnectionValues {
  readonly url?: string;
  readonly 'data-dir'?: string;
  readonly 'no-demo-cluster'?: boolean;
}

/** Connects to the running installation that the options or variables name, else opens one; closes it after `use`. */
export async function withConnection<Result>(
  values: ConnectionValues,
  { terminal }: CommandContext,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const environment = readVariables(clientEnvironmentSchema, { SHIPMATE_URL: values.url });
  const { SHIPMATE_TOKEN: token, SHIPMATE_URL, WEB_PORT, TOOLS_API_URL: toolsApiUrl } = environment;
  if (token !== undefined) {
    await using remote = openRemoteConnection({
      webUrl: SHIPMATE_URL ?? `http://127.0.0.1:${WEB_PORT}`,
      toolsApiUrl,
      token,
    });
    return await use(remote);
  }
  if (SHIPMATE_URL !== undefined) {
    const message = `The API token for ${SHIPMATE_URL} is missing. Set SHIPMATE_TOKEN.`;
    throw new AppError({ code: 'UNAUTHORIZED', message });
  }
  const [{ readInstallationEnvironment }, { openLocalConnection }] = await Promise.all([
    import('../installation-environment.ts'),
    import('./open-local-connection.ts'),
  ]);
  const own = readInstallationEnvironment({
    SHIPMATE_DATA_DIR: values['data-dir'],
    LOG_LEVEL: environment.LOG_LEVEL,
    DEMO_CLUSTER: values['no-demo-cluster'] ? 'false' : undefined,
  });
  if (terminal.isInteractive) terminal.warn('Opening Shipmate in this process …', 'dim');
  await using local = await openLocalConnection(own).catch(explainLock);
  return await use(local);
}

function explainLock(thrown: unknown): never {
  if (!AppError.isInstance(thrown) || !thrown.message.includes('uses the data directory')) throw thrown;
  const { code, message } = thrown;
  throw new AppError({
    code,
    message: `${message} To use the running one instead, set SHIPMATE_TOKEN to a token of the page "API tokens".`,
    cause: thrown,
  });
}
