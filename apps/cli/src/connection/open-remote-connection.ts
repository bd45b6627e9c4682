import { AppError } from '@shipmate/core';
import { sessionResponseSchema } from '@shipmate/protocol/web/session';
import type { Connection, Send } from './connection.ts';
import { requestJson } from './request-json.ts';

/** A running installation and the token for it. */
interface RemoteInstallation {
  /** URL of web. */
  readonly webUrl: string;
  /** URL of tools-api; by default the one that web names. */
  readonly toolsApiUrl: string | undefined;
  readonly token: string;
}

/** Connects to a running installation over HTTP. Nothing is sent before the first request. */
export function openRemoteConnection({ webUrl, toolsApiUrl, token }: RemoteInstallation): Connection {
  const web = sendTo(webUrl, token);
  let tools: Promise<Send> | undefined;
  return {
    web,
    tools: async (path, init) => {
      tools ??= findToolsApi(web, toolsApiUrl).then((url) => sendTo(url, token));
      return (await tools)(path, init);
    },
    webUrl,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function findToolsApi(web: Send, known: string | undefined): Promise<string> {
  if (known !== undefined) return known;
  const { toolsApiUrl } = await requestJson(web, { path: '/api/session', response: sessionResponseSchema });
  if (toolsApiUrl !== null) return toolsApiUrl;
  throw new AppError({ code: 'UNAVAILABLE', message: 'Web does not know the URL of tools-api. Set TOOLS_API_URL.' });
}

function sendTo(url: string, token: string): Send {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(new URL(path, url), { ...init, headers, redirect: 'error' }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw new AppError({ code: 'ABORTED', message: 'Interrupted.', cause });
      const message = `Shipmate cannot be reached at ${url}. Check that it is running and that the URL is right.`;
      throw new AppError({ code: 'UNAVAILABLE', message, cause });
    });
  };
}
