import { changeSettings, type UnitOfWork } from '@shipmate/domain';
import { changeSettingsRequestSchema, type WorkspaceSettings } from '@shipmate/protocol';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';

/** What {@link settingsRoutes} needs. */
export interface SettingsRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/workspaces/{id}/settings`: what a workspace does by itself. */
export function settingsRoutes({ authenticate, unitOfWork }: SettingsRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.patch('/:id/settings', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { autoAccept, validateBeforeAccept } = await parseBody(context, changeSettingsRequestSchema);
    return context.json<WorkspaceSettings>(
      await changeSettings(unitOfWork, principal, {
        workspaceId: context.req.param('id'),
        settings: {
          ...(autoAccept !== undefined && { autoAccept }),
          ...(validateBeforeAccept !== undefined && { validateBeforeAccept }),
        },
      }),
    );
  });

  return app;
}
