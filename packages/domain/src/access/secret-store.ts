/** Store for the secrets with which an installation's processes sign data for one another. */
export interface SecretStore {
  /**
   * Returns the secret of that name, 32 random bytes in base64url. All processes of a database get the same
   * one.
   */
  getOrCreate(name: string): Promise<string>;
}
