import { AppError, type Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import {
  findSecretHeaders,
  type RuleDefinition,
  type SecretHeader,
  toSecretReference,
} from '@shipmate/domain/workflow';
import type { Executor } from '../../../executor/executor.ts';
import { inOrganization } from '../../../tenancy/tenancy.ts';
import { createSecretStore } from '../../secret/secret-store.ts';
import { sealSecret } from '../../secret/seal-secret.ts';

/** An action of a rule or of a draft. */
interface ConfiguredAction {
  readonly name: string;
  readonly config: RuleDefinition['actions'][number]['config'];
}

/** The name of the installation's secret that seals the secrets of rules. */
export const ruleSecretKey = 'rule_secrets';

/** Returns the context of a sealed secret: it cannot be opened for another organization or origin. */
export function toSealContext(
  { organizationId }: Pick<Principal, 'organizationId'>,
  origin: string,
  id: string,
): string {
  return JSON.stringify([organizationId, origin, id]);
}

/** Returns a definition whose secrets are replaced by references. @throws AppError as {@link protectConfig} does */
export async function protectDefinition(
  executor: Executor,
  principal: Principal,
  definition: RuleDefinition,
): Promise<RuleDefinition> {
  const actions: RuleDefinition['actions'][number][] = [];
  for (const action of definition.actions) {
    actions.push({ ...action, config: await protectConfig(executor, principal, action) });
  }
  return { ...definition, actions };
}

/**
 * Stores the secrets that were entered into a configuration, and returns it with references to them.
 *
 * @throws AppError `VALIDATION_ERROR` that names the header, when the host of its URL is a template, or a reference belongs to another
 * origin
 */
export async function protectConfig(
  executor: Executor,
  principal: Principal,
  { name, config }: ConfiguredAction,
): Promise<ConfiguredAction['config']> {
  const { headers, origin } = findSecretHeaders(config);
  if (headers.length === 0) return config;
  if (origin === undefined) throw refusal(name, headers, 'needs a URL whose host is no template, as it is a secret');
  const organization = inOrganization(principal);
  const known = headers.flatMap(({ secretId }) => (secretId === undefined ? [] : [secretId]));
  await requireStored(executor, principal, { name, headers, origin, known });
  const entered = headers.filter(({ secretId }) => secretId === undefined);
  if (entered.length === 0) return config;
  const key = await createSecretStore(executor).getOrCreate(ruleSecretKey);
  const stored = entered.map(({ name: header, value }) => {
    const id = newId();
    return { header, id, sealed: sealSecret(value, { key, context: toSealContext(principal, origin, id) }) };
  });
  await executor
    .insertInto('workflow_secret')
    .values(stored.map(({ id, sealed }) => ({ ...organization, id, origin, sealed })))
    .execute();
  const references = Object.fromEntries(stored.map(({ header, id }) => [header, toSecretReference(id)]));
  return { ...config, headers: { ...(config['headers'] as Readonly<Record<string, string>>), ...references } };
}

async function requireStored(
  executor: Executor,
  principal: Principal,
  wanted: {
    readonly name: string;
    readonly headers: readonly SecretHeader[];
    readonly origin: string;
    readonly known: readonly string[];
  },
): Promise<void> {
  const { name, headers, origin, known } = wanted;
  if (known.length === 0) return;
  const rows = await executor
    .selectFrom('workflow_secret')
    .select('id')
    .where((eb) => eb.and({ ...inOrganization(principal), origin }))
    .where('id', 'in', known)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  const lost = headers.filter(({ secretId }) => secretId !== undefined && !ids.has(secretId));
  if (lost.length > 0) throw refusal(name, lost, `has no stored secret for ${origin}. Enter its value`);
}

function refusal(action: string, headers: readonly SecretHeader[], reason: string): AppError {
  const names = headers.map((header) => `headers.${header.name}`).join(', ');
  return new AppError({ code: 'VALIDATION_ERROR', message: `Action "${action}": ${names} ${reason}.` });
}
