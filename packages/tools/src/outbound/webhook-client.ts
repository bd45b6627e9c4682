import { AppError } from '@shipmate/core';
import { createGuardedConnections } from '../http/guarded-connections.ts';
import { isPrivateHost } from '../http/public-address.ts';
import { readText } from '../http/read-text.ts';
import type { OutboundEnvironment } from './outbound-environment.ts';
import type { WebhookPort } from './outbound-ports.ts';

const maxResponseBytes = 100_000;

/** Codes of errors before a connection was made. */
const unreachedCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Options for {@link createWebhookClient}. */
interface WebhookClientOptions {
  readonly environment: Partial<OutboundEnvironment>;
  readonly allowPrivate: boolean;
}

/** Creates a {@link WebhookPort} whose connections go to allowed hosts, and to public addresses unless private ones are allowed. */
export function createWebhookClient({ environment, allowPrivate }: WebhookClientOptions): WebhookPort {
  const { WEBHOOK_ALLOWED_HOSTS: allowedHosts = [] } = environment;
  const connections = createGuardedConnections({ allowPrivate, connectTimeoutMs: 10_000 });

  function requireAllowed(text: string): URL {
    const url = URL.parse(text);
    const host = url?.hostname.toLowerCase() ?? '';
    const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
    const isAllowed = allowedHosts.some((each) =>
      each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each,
    );
    // An address in the URL is not resolved, so the agent does not check it.
    if (url && isHttp && isAllowed && (allowPrivate || !isPrivateHost(host))) return requireNoCredentials(url);
    throw invalid(`Requests to "${host}" are not allowed. Add the host to WEBHOOK_ALLOWED_HOSTS.`);
  }

  return {
    requireAllowed: (url) => void requireAllowed(url),

    async request({ url: text, method, headers, body }, signal) {
      const url = requireAllowed(text);
      const sent = toHeaders(headers);
      if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
      try {
        const response = await connections.fetch(url, {
          method,
          headers: [...sent],
          redirect: 'manual',
          signal,
          ...(body !== undefined && { body }),
        });
        return { status: response.status, text: await readText(response.body, maxResponseBytes) };
      } catch (cause) {
        signal.throwIfAborted();
        if (AppError.isInstance(cause)) throw cause;
        throw toFailure(url.host, cause);
      }
    },
    close: () => connections.destroy(),
  };
}

function requireNoCredentials(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  throw invalid('A URL must not contain a user or password. Send them in the header Authorization.');
}

function toHeaders(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers);
  } catch (cause) {
    throw invalid('A header has a name or a value that HTTP does not allow, such as a line break.', cause);
  }
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, cause });
}

function toFailure(host: string, cause: unknown): AppError {
  const code = codeOf(cause);
  if (code === 'EPRIVATE') {
    return invalid(`"${host}" leads to a private address.`, cause);
  }
  const isUnreached = unreachedCodes.has(code);
  const message = isUnreached
    ? `"${host}" cannot be reached.`
    : `The connection to "${host}" ended early, so it is unknown whether the request took effect.`;
  return new AppError({ code: 'EXTERNAL_API_ERROR', message, recoverable: isUnreached, cause });
}

function codeOf(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error) return error.code;
  }
  return undefined;
}
