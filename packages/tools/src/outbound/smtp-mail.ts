import { AppError } from '@shipmate/core';
import type { Transporter } from 'nodemailer';
import type { OutboundEnvironment } from './outbound-environment.ts';
import type { MailPort } from './outbound-ports.ts';

/** Codes of errors that end a session before the message. A connection that closes at any time is `ECONNECTION`. */
const unsentCodes: ReadonlySet<unknown> = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE']);

/** Creates a {@link MailPort} on SMTP. Without a server it captures emails. */
export function createMail({ environment }: { readonly environment: Partial<OutboundEnvironment> }): MailPort {
  const { SMTP_URL: url, SMTP_FROM: from = 'shipmate@localhost' } = environment;
  if (url === undefined) {
    return { send: async () => ({ isCaptured: true, messageId: null }), close: async () => undefined };
  }
  let opening: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, connectionTimeout: 10_000, socketTimeout: 30_000 });
  };
  return {
    async send({ to, cc, bcc, subject, body, isHtml, replyTo }, signal) {
      signal.throwIfAborted();
      const content = isHtml ? { html: body } : { text: body };
      try {
        const transport = await (opening ??= open());
        const sent = await transport.sendMail({
          from,
          to: [...to],
          cc: [...cc],
          bcc: [...bcc],
          subject,
          ...content,
          ...(replyTo !== undefined && { replyTo }),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { isCaptured: false, messageId: sent.messageId };
      } catch (cause) {
        const isUnsent = isRefused(cause);
        throw new AppError({
          code: 'EXTERNAL_API_ERROR',
          message: isUnsent
            ? 'The SMTP server did not accept the email. Check SMTP_URL and the recipients.'
            : 'The connection to the SMTP server ended early, so it is unknown whether the email was sent.',
          recoverable: isUnsent,
          cause,
        });
      }
    },
    close: async () => (await opening)?.close(),
  };
}

/** Returns true if the server was not reached, or answered that it does not accept the email. */
function isRefused(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('responseCode' in thrown && typeof thrown.responseCode === 'number') return true;
  if ('syscall' in thrown && thrown.syscall === 'connect') return true;
  return 'code' in thrown && unsentCodes.has(thrown.code);
}
