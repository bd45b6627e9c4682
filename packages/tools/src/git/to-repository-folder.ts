import { join } from 'node:path';

/** Returns the folder of a bare repository of an organization, by the id of the stored repository or another name of its own. */
export function toRepositoryFolder(root: string, organizationId: string, name: string): string {
  return join(root, organizationId, `${name}.git`);
}
