import { beforeEach, expect, it } from 'vitest';
import { findLatestDraft, readDraft, removeDraft, takeOverDraft, writeDraft } from './drafts.ts';

const session = { path: 'values.yaml', base: 'a', text: 'b' };
let items: Map<string, string>;
let storage: Parameters<typeof writeDraft>[0];

beforeEach(() => {
  items = new Map();
  storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
});

it('writeDraft keeps one draft for each edit of a file', () => {
  const keys = ['1', '2'].map((draftId) => ({ fileId: 'f', draftId }));
  for (const key of keys) expect(writeDraft(storage, key, { ...session, text: key.draftId })).toBe(true);
  expect(keys.map((key) => readDraft(storage, key)?.text)).toEqual(['1', '2']);
  removeDraft(storage, { fileId: 'f', draftId: '1' });
  expect(keys.map((key) => readDraft(storage, key)?.text)).toEqual([undefined, '2']);
});

it("findLatestDraft finds the latest draft of a file, and no other file's", () => {
  items.set('shipmate.edit.f.1', JSON.stringify({ ...session, typedAt: 2 }));
  items.set('shipmate.edit.f.2', JSON.stringify({ ...session, typedAt: 1 }));
  items.set('shipmate.edit.g.3', JSON.stringify({ ...session, typedAt: 3 }));
  items.set('shipmate.edit.f.4', '{');
  items.set('shipmate.theme', 'dark');
  expect(findLatestDraft(storage, 'f')).toEqual({ ...session, typedAt: 2, fileId: 'f', draftId: '1' });
  expect(findLatestDraft(storage, 'h')).toBeUndefined();
});

it('takeOverDraft copies a draft to a key of its own', () => {
  writeDraft(storage, { fileId: 'f', draftId: '1' }, session);
  const found = findLatestDraft(storage, 'f');
  const key = found && takeOverDraft(storage, found);
  expect(key?.draftId).not.toBe('1');
  expect(items.size).toBe(1);
  expect(key && readDraft(storage, key)).toMatchObject(session);
});

it('writeDraft returns false when storage is full, and loses nothing', () => {
  writeDraft(storage, { fileId: 'f', draftId: '1' }, session);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(writeDraft(storage, { fileId: 'f', draftId: '2' }, session)).toBe(false);
  const found = findLatestDraft(storage, 'f');
  expect(found && takeOverDraft(storage, found)).toMatchObject({ draftId: '1' });
  expect(items.size).toBe(1);
});
