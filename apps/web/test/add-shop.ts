import { join } from 'node:path';
import type { Principal } from '@shipmate/core';
import { addMappedRepository, commitTestFiles, type MappedTestRepository } from '@shipmate/tools/testing';
import type { TestWeb } from './start-web.ts';

const files = {
  'README.md': '# Shop\n',
  'packages/core/package.json': '{ "name": "@shop/core", "exports": "./src/order.ts" }\n',
  'packages/core/src/money.ts': 'export const toCents = (price: string) => Number(price) * 100;\n',
  'packages/core/src/order.ts': "import { toCents } from './money.ts';\nexport const total = () => toCents('1');\n",
  'packages/core/src/store.ts':
    "import { total } from './order.ts';\nexport const save = (pool) => pool.query(`INSERT INTO orders (total) VALUES ($1)`, [total()]);\n",
  'services/web/package.json': '{ "name": "@shop/web", "bin": "src/main.ts" }\n',
  'services/web/src/main.ts': "import { app } from './routes.ts';\napp.listen(3000);\n",
  'services/web/src/routes.ts':
    "import express from 'express';\nimport { save } from '../../../packages/core/src/store.ts';\nexport const app = express();\n" +
    "/** Places an order. */\napp.post('/orders', (request, response) => response.json(save(request.pool)));\n",
  'deploy/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
};

/** Adds the git repository of a small shop and its code map to a tenant; `root` is the folder of clones. */
export async function addShop(
  { unitOfWork, ports }: Pick<TestWeb, 'unitOfWork' | 'ports'>,
  principal: Principal,
  root: string,
): Promise<MappedTestRepository & { readonly source: string }> {
  const source = join(root, 'shop-source');
  const commit = await commitTestFiles(source, files);
  const added = await addMappedRepository({ unitOfWork, ports, root, source }, principal, { name: 'shop', commit });
  return { ...added, source };
}
