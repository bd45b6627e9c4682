import type { UnitOfWork } from '@shipmate/domain';
import { changeSettings } from '@shipmate/domain/use-cases';
import {
  changeSettingsRequestSchema,
  type WorkspaceSettings,
  workspaceSettingsSchema,
} from '@shipmate/protocol/web/settings';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link settingsRoutes}. */
interface SettingsRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/workspaces/{id}/settings`: the automation settings of a workspace. */
export function settingsRoutes({ authenticate, unitOfWork }: SettingsRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'PATCH /:id/settings', {
    summary: 'Change settings of a workspace',
    body: changeSettingsRequestSchema,
    response: workspaceSettingsSchema,
  });
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
