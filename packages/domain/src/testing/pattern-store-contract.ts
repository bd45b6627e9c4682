import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { removePattern, savePattern } from '../use-cases/manage-patterns.ts';
import { type PatternDocument } from '../pattern/pattern.ts';
import { toSearchTerms } from '../search/to-search-terms.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const databases: PatternDocument = {
  kind: 'pattern',
  title: 'Databases',
  tags: ['postgresql'],
  source: 'https://wiki.example.com/databases',
  body: 'One cluster a team.\n\n# Backups\n\nKeep backups for thirty days.\n\n# Sizes\n\nBegin with ten gigabytes.',
};
const images: PatternDocument = {
  kind: 'policy',
  title: 'Images',
  tags: [],
  source: null,
  body: 'Images come from registry.example.com and are signed.',
};

/** Runs the contract of every `PatternStore`, alone and through the use cases. */
export function patternStoreContract(open: OpenDatabase): void {
  describe('PatternStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { patterns, audit } = unitOfWork.stores;
      const save = (document: PatternDocument, by = principal) => savePattern(unitOfWork, by, document);
      const find = async (query: string, limit = 5, by = principal) =>
        (await patterns.search(by, { terms: toSearchTerms(query), limit })).map(
          ({ pattern: { title }, position }) => `${title} ${position}`,
        );
      return { unitOfWork, tenant, principal, patterns, audit, save, find };
    }

    it('stores documents, lists them by title and returns them whole', async () => {
      const { patterns, principal, save } = await setUp();
      const second = await save(images);
      const first = await save(databases);
      expect(first).toEqual({
        ...databases,
        id: expect.any(String),
        savedByUserId: principal.userId,
        savedAt: expect.any(Date),
      });
      const { body: _first, ...firstHead } = first;
      const { body: _second, ...secondHead } = second;
      expect(await patterns.list(principal)).toEqual([firstHead, secondHead]);
      expect(await patterns.get(principal, first.id)).toEqual(first);
      expect((await patterns.listPassages(principal, first.id)).map(({ heading, body }) => [heading, body])).toEqual([
        ['', 'One cluster a team.'],
        ['Backups', 'Keep backups for thirty days.'],
        ['Sizes', 'Begin with ten gigabytes.'],
      ]);
    });

    it('returns the matching passages, those of the best document first', async () => {
      const { save, find } = await setUp();
      await save(databases);
      await save(images);
      expect(await find('how long are backups of postgres kept')).toEqual([
        'Databases 1',
        'Databases 0',
        'Databases 2',
      ]);
      expect(await find('registry for images')).toEqual(['Images 0']);
      expect(new Set((await find('backups and images', 1)).map((name) => name.split(' ')[0])).size).toBe(1);
      expect(await find('zzyzx')).toEqual([]);
    });

    it('replaces the document with the same title', async () => {
      const { save, find, patterns, principal } = await setUp();
      const first = await save(databases);
      const second = await save({ ...databases, body: 'Ask the data team.' });
      expect(second.id).toBe(first.id);
      expect(await patterns.list(principal)).toHaveLength(1);
      expect([await find('backups'), await find('data team')]).toEqual([[], ['Databases 0']]);
    });

    it('is written by owners only, and audited', async () => {
      const { unitOfWork, tenant, principal, save, audit } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const { id: subjectId } = await save(databases);
      const refused = { code: 'NOT_FOUND' };
      await expect(save(images, colleague)).rejects.toMatchObject(refused);
      await expect(removePattern(unitOfWork, colleague, subjectId)).rejects.toMatchObject(refused);
      await save(databases);
      await removePattern(unitOfWork, principal, subjectId);
      const details = { title: 'Databases', kind: 'pattern' };
      expect(
        (await audit.list(principal, { limit: 10 })).map(({ kind, ...entry }) => [
          kind,
          entry.subjectId,
          entry.details,
        ]),
      ).toEqual([
        ['pattern_removed', subjectId, details],
        ['pattern_saved', subjectId, details],
        ['pattern_saved', subjectId, details],
      ]);
    });

    it('is readable by every member, and not found in other organizations', async () => {
      const { unitOfWork, tenant, principal, patterns, save, find } = await setUp();
      const { id } = await save(databases);
      const colleague = await createTestColleague(unitOfWork, tenant);
      expect(await find('backups', 5, colleague)).toEqual(['Databases 1']);
      const { principal: stranger } = await createTestTenant(unitOfWork);
      expect([await patterns.list(stranger), await find('backups', 5, stranger)]).toEqual([[], []]);
      const calls = [stranger, { ...principal, organizationId: stranger.organizationId }].flatMap((by) => [
        patterns.get(by, id),
        patterns.listPassages(by, id),
        unitOfWork.transaction((stores) => stores.patterns.remove(by, id)),
      ]);
      const absent = [...calls, patterns.get(principal, newId()), patterns.get(principal, 'no-id')];
      await Promise.all(absent.map((call) => expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })));
      expect(await patterns.list(principal)).toHaveLength(1);
    });
  });
}
