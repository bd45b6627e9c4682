import { bindTools, createToolExecutionContext, type Principal, runToolLoop, userMessage } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createDemoModel } from '@shipmate/providers';
import { openTestTools } from '@shipmate/tools/testing';
import { tablesTools } from '@shipmate/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { profileFor } from '../src/profiles/profiles.ts';
import { toolsOf } from '../src/profiles/tools-of.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

async function setUp() {
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const entity = 'inventory.products';
  for (const [sku, price] of [
    ['A', 5],
    ['B', 20],
    ['C', 30],
  ] as const) {
    const values = { sku, name: `Product ${sku}`, category: 'tools', unit_price: price, is_active: true };
    await unitOfWork.transaction(({ entityRows }) => entityRows.create(principal, entity, { values }));
  }
  const tools = bindTools(tablesTools, createToolStorage(unitOfWork));
  async function call(name: string, input: object, as: Principal = principal): Promise<Record<string, unknown>> {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool "${name}".`);
    const context = createToolExecutionContext({ principal: as });
    return (await tool.execute(tool.parse(input), context)) as Record<string, unknown>;
  }
  return { unitOfWork, principal, call, entity };
}

it('query_entity_rows filters, sorts, pages and aggregates the rows of the own organization', async () => {
  const { unitOfWork, call, entity } = await setUp();
  expect(await call('describe_entity', { entity })).toMatchObject({ key: 'id', row_count: 3 });
  const filters = [{ field: 'unit_price', operator: 'greater_than', value: 10 }];
  const sort = [{ field: 'unit_price', descending: true }];
  const query = { entity, fields: ['sku'], filters, sort, rows: 1 };
  expect(await call('query_entity_rows', query)).toMatchObject({ rows: [{ sku: 'C' }], total: 2, has_more: true });
  expect(await call('query_entity_rows', { ...query, page: 2 })).toMatchObject({
    rows: [{ sku: 'B' }],
    has_more: false,
  });
  const aggregates = [{ function: 'count' }, { function: 'max', field: 'unit_price' }];
  const grouped = await call('query_entity_rows', { entity, aggregates, group_by: ['category'] });
  expect(grouped).toMatchObject({ rows: [{ category: 'tools', max_unit_price: 30 }] });
  const prices = { entity, group_by: ['unit_price'], rows: 2 };
  expect(await call('query_entity_rows', prices)).toMatchObject({
    rows: [{ unit_price: 5 }, { unit_price: 20 }],
    has_more: true,
  });
  expect(await call('query_entity_rows', { ...prices, page: 2 })).toMatchObject({
    rows: [{ unit_price: 30 }],
    has_more: false,
  });
  expect(await call('query_entity_rows', { ...prices, rows: 3 })).toMatchObject({ has_more: false });
  await expect(call('query_entity_rows', { entity, fields: ['secret'] })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(call('describe_entity', { entity: 'inventory.product' })).rejects.toMatchObject({
    message: expect.stringContaining('inventory.products'),
  });
  const { principal: stranger } = await createTestTenant(unitOfWork);
  expect(await call('describe_entity', { entity }, stranger)).toMatchObject({ row_count: 0 });
});

it('the agent of tables reads rows, entities and alerts, and the demo model answers with them', async () => {
  const { unitOfWork, principal } = await setUp();
  await using opened = openTestTools(createToolStorage(unitOfWork));
  const tools = toolsOf(profileFor('tables'), opened.registry);
  expect(tools.map(({ name }) => name)).toEqual([
    'describe_entity',
    'query_entity_rows',
    'discover_entities',
    'list_my_alerts',
    'get_alert_detail',
  ]);
  const model = createDemoModel({ script: demoScript, pacing: 0 });
  const ask = async (question: string) => {
    const context = createToolExecutionContext({ principal });
    return (await runToolLoop(model, { messages: [userMessage(question)], tools, context })).finalMessage;
  };
  expect(await ask('How many products are there?')).toMatch(/`inventory.products` has 3 rows.*Product C/s);
  expect(await ask('Hello')).toMatch(/Name one of these.*`sales.orders`/s);
});
