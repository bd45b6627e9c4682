/** Secrets that an installation makes for itself, for what its processes sign for one another. */
export interface SecretStore {
  /** The secret of that name, of 32 random bytes in base64url. All processes of a database get the same one. */
  getOrCreate(name: string): Promise<string>;
}
