import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { defineCommand } from '../command.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { dataDirOption, withDatabase } from '../with-database.ts';

/** `shipmate quota set`: sets the storage quota of one organization. */
export const quotaSet = defineCommand({
  options: {
    mb: { type: 'string', placeholder: '<MB>', description: 'The quota, or "default" for STORAGE_QUOTA_MB. Required.' },
    user: {
      type: 'string',
      placeholder: '<email>',
      description: 'A member of the organization. Default SHIPMATE_USER_EMAIL.',
    },
    json: jsonOption,
    'data-dir': dataDirOption,
  },
  examples: [['quota set --mb 5000', 'Allow 5 GB']],
  notes: 'Without DATABASE_URL, stop "shipmate up" first.',
  run: async (options, { terminal }) => {
    const bytes = toBytes(options.mb);
    const environment = readVariables(databaseEnvironmentSchema, {
      SHIPMATE_DATA_DIR: options['data-dir'],
      SHIPMATE_USER_EMAIL: options.user,
    });
    await withDatabase(environment, async ({ unitOfWork }) => {
      const { name, principal } = await findOrganization(unitOfWork, environment.SHIPMATE_USER_EMAIL);
      const { workspaces } = unitOfWork.stores;
      await workspaces.setStorageQuota(principal, bytes);
      const { used, quota } = await workspaces.getStorageUsage(principal);
      if (options.json)
        return printJson(terminal, { organization: name, quotaBytes: quota.bytes, usedBytes: used.bytes });
      const [usedMegabytes, megabytes] = [used.bytes, quota.bytes].map((each) => (each / megabyte).toFixed(1));
      terminal.print(`Organization "${name}" may store ${megabytes} MB and uses ${usedMegabytes} MB.`);
    });
  },
});

const megabyte = 1_000_000;

function toBytes(megabytes: string | undefined): number | null {
  if (megabytes === 'default') return null;
  if (megabytes !== undefined && /^[1-9]\d{0,8}$/.test(megabytes)) return Number(megabytes) * megabyte;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'Name the quota as a whole number of MB, such as --mb 5000, or --mb default.',
  });
}

async function findOrganization(
  { stores: { users } }: UnitOfWork,
  email: string,
): Promise<{ readonly name: string; readonly principal: Principal }> {
  const user = await users.findUserByEmail(email);
  const [organization] = user ? await users.listOrganizations(user.id) : [];
  if (!user || !organization) {
    throw new AppError({ code: 'NOT_FOUND', message: `User "${email}" with an organization not found.` });
  }
  const { id: organizationId, name } = organization;
  return { name, principal: { userId: user.id, organizationId, via: 'local' } };
}
