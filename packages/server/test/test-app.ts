import { AppError, type Logger, type Principal, silentLogger } from '@shipmate/core';
import { createApp, type CreateAppOptions } from '@shipmate/server';

/** The caller in tests. */
export const ada: Principal = { userId: 'ada', organizationId: 'analytical', via: 'extension_token' };

/** Creates a logger whose lines a test can read. */
export function createRecorder(): { readonly logger: Logger; readonly lines: readonly object[] } {
  const lines: object[] = [];
  const record = (message: string, fields: object = {}): void => void lines.push({ message, ...fields });
  const logger: Logger = { debug: record, info: record, warn: record, error: record, child: () => logger };
  return { logger, lines };
}

/** An app with routes that fail in known ways. */
export function createTestApp(options: Partial<CreateAppOptions> = {}) {
  const app = createApp({ logger: silentLogger, ...options });
  app.get('/ok', (context) => context.json({ ok: true }));
  app.post('/echo', async (context) => context.json({ bytes: (await context.req.text()).length }));
  app.get('/broken', () => {
    throw new Error('password=s3cret at /srv/app.ts', { cause: 'SELECT s3cret' });
  });
  app.get('/refused', () => {
    throw new AppError({ code: 'CONFLICT', message: 'Reload.', details: { revision: 3 }, cause: new Error('s3cret') });
  });
  return app;
}
