import { actionTypes } from '@shipmate/domain/workflow';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type FieldSchema, formatValueText, parseNumberText, parseValueText, toFieldShape } from './to-field-shape.ts';

const schemaOf = (type: string): FieldSchema => {
  const config = actionTypes.find((each) => each.type === type)?.config ?? z.object({});
  return z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
};

const kindsOf = (type: string) => {
  const shape = toFieldShape(schemaOf(type));
  if (shape.kind !== 'group') return shape.kind;
  return Object.fromEntries(shape.fields.map(([name, field]) => [name, toFieldShape(field).kind]));
};

test('toFieldShape gives each setting of an alert its form', () => {
  expect(kindsOf('create_alert')).toEqual({
    alert_type: 'text',
    severity: 'choice',
    title: 'text',
    message: 'text',
    recipients: 'group',
    context: 'map',
    action_url: 'text',
    resolve_prior: 'switch',
  });
});

test.each([
  ['evaluate_condition', 'conditions', 'conditions'],
  ['reserve_inventory', 'quantity', 'number'],
  ['call_webhook', 'body', 'value'],
  ['call_webhook', 'headers', 'map'],
  ['send_notification', 'channels', 'choices'],
  ['send_email', 'recipients', 'list'],
])('toFieldShape gives %s.%s the form "%s"', (type, field, kind) => {
  expect(kindsOf(type)).toMatchObject({ [field]: kind });
});

test.each(actionTypes.map(({ type }) => type))('toFieldShape shows the configuration of %s field by field', (type) => {
  expect(toFieldShape(schemaOf(type)).kind).toBe('group');
});

test.each([
  ['12', 12],
  ['-1.5', -1.5],
  ['{{quantity}}', '{{quantity}}'],
  ['1e9', '1e9'],
  ['', ''],
])('parseNumberText reads %j as %j', (text, value) => {
  expect(parseNumberText(text)).toBe(value);
});

test.each(['text', '{{a}}', '12', 12, true, null, { a: [1] }, '"quoted"'])(
  'formatValueText of %j is read as the same value',
  (value) => {
    expect(parseValueText(formatValueText(value))).toEqual(value);
  },
);
