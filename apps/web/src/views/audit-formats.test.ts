import type { AuditEntryView } from '@shipmate/protocol/web/audit';
import { expect, it } from 'vitest';
import { auditFormats } from './audit-formats.ts';

const entry: AuditEntryView = {
  id: 'e1',
  at: '2026-11-22T03:00:00.000Z',
  kind: 'token_created',
  userId: 'u1',
  userName: '=HYPERLINK("http://evil.example","Ann")',
  via: 'session',
  requestId: null,
  remoteAddress: '::1',
  subjectId: 't1',
  workspaceId: null,
  details: { name: 'a,\n"b"' },
};

it('the ndjson format writes an entry as a line of JSON', () => {
  const { head, toLine } = auditFormats.ndjson;
  expect(head).toBe('');
  expect(toLine(entry)).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(toLine(entry))).toEqual(entry);
});

it('the csv format writes an entry as a row without formulas', () => {
  const { head, toLine } = auditFormats.csv;
  expect(head).toBe('at,kind,userId,userName,via,remoteAddress,requestId,subjectId,workspaceId,details,id\r\n');
  expect(toLine(entry)).toBe(
    '2026-11-22T03:00:00.000Z,token_created,u1,' +
      '"\'=HYPERLINK(""http://evil.example"",""Ann"")",session,::1,,t1,,"{""name"":""a,\\n\\""b\\""""}",e1\r\n',
  );
});
