import { describe, expect, it } from 'vitest';
import { useDatabase, type OpenDatabase } from './contract-database.ts';

/** Runs the contract of every `SecretStore`. */
export function secretStoreContract(open: OpenDatabase): void {
  describe('SecretStore', () => {
    const database = useDatabase(open);

    it('creates each secret once for concurrent callers', async () => {
      const { secrets } = database().unitOfWork.stores;
      const asked = await Promise.all(['a', 'a', 'a', 'b'].map((name) => secrets.getOrCreate(name)));
      expect(new Set(asked).size).toBe(2);
      expect(await secrets.getOrCreate('a')).toBe(asked[0]);
      expect(asked[0]).toMatch(/^[\w-]{43}$/);
    });
  });
}
