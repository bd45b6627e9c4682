import { expect, it } from 'vitest';
import { analyzeCodeFile } from './analyze-code-file.ts';

it.each<readonly [path: string, language: string, text: string, facts: readonly string[]]>([
  [
    'a.ts',
    'typescript',
    `import { Queue, Worker } from 'bullmq';
app.get('/orders/:id', async (c) => fetch(\`\${BASE}/users/\${c.id}?x=1\`, { method: 'POST' }));
axios.get('/api/x', { headers: {} });
server.route({ method: ['GET', 'PUT'], url: '/z', handler });
new Queue('emails'); new Worker('emails', work);
db.query(\`select o.id, u.name
  from orders o join "Users" u on u.id = o.user\`);
log('Select an item from the list'); log('select one item from here');
// app.get('/comment', handler); delete from nothing
const sql = 'delete from carts where id = 1'; db.selectFrom('orders as o');
map.get('/x'); cache.get('/x', 'y');
`,
    [
      '2 route GET /orders/:id',
      '2 http_client POST /users/{}',
      '3 http_client GET /api/x',
      '4 route GET /z',
      '4 route PUT /z',
      '5 queue_producer emails',
      '5 queue_consumer emails',
      '7 table_read orders',
      '7 table_read Users',
      '10 table_write carts',
      '10 table_read orders',
    ],
  ],
  [
    'a.py',
    'python',
    `@app.route("/orders/<id>", methods=["GET", "POST"])
def x():
    requests.get("https://api.example.com/v1?x")
    cur.execute("""
        INSERT INTO public.orders (a) VALUES (%s)""")
class O:
    __tablename__ = "orders_t"
if __name__ == "__main__":
    x()
`,
    [
      '1 route GET /orders/<id>',
      '1 route POST /orders/<id>',
      '3 http_client GET https://api.example.com/v1',
      '5 table_write public.orders',
      '7 table_write orders_t',
      '8 entry_point main',
    ],
  ],
  [
    'main.go',
    'go',
    'package main\nfunc main() {\n\thttp.HandleFunc("GET /x", h)\n\tr.Get("/y", h)\n\thttp.NewRequest("PUT", "http://q/w", nil)\n}\n',
    ['2 entry_point main', '3 route GET /x', '4 route GET /y', '5 http_client PUT http://q/w'],
  ],
  [
    'A.java',
    'java',
    `import org.springframework.kafka.annotation.KafkaListener;
@RequestMapping("/api")
public class A {
  @GetMapping("/orders/{id}") Order get() { return null; }
  @KafkaListener(topics = "paid") void on() {}
  public static void main(String[] a) { SpringApplication.run(A.class, a); }
}
`,
    ['4 route GET /api/orders/{id}', '5 queue_consumer paid', '6 entry_point main'],
  ],
  [
    'a.rs',
    'rust',
    `fn main() { let c = '"'; Router::new().route("/x", get(h)); }\n#[get("/y")]\nasync fn h() {}\n`,
    ['1 route /x', '1 entry_point main', '2 route GET /y'],
  ],
  [
    'k.yaml',
    'yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n    name: no\n  name: {{ .Release.Name }}-web\nspec:\n  containers:\n    - image: "ghcr.io/a/b:1.0"\n    - image: "{{ .Values.image }}"\n---\nkind: Order\nname: x\n',
    ['2 kubernetes_object Deployment/{{ .Release.Name }}-web', '9 container_image ghcr.io/a/b:1.0'],
  ],
  [
    'Dockerfile',
    'docker',
    'FROM node:24 AS build\nCMD ["x"]\nFROM build\nFROM $BASE\nENTRYPOINT ["node", "a.js"]\nCMD ["--help"]\n',
    ['1 container_image node:24', '5 entry_point ENTRYPOINT ["node", "a.js"]'],
  ],
  [
    'a.sql',
    'sql',
    '-- tables\ncreate table if not exists a.b (x int);\n\nselect * from c;\n',
    ['2 table_write a.b', '4 table_read c'],
  ],
  ['a.md', 'markdown', 'select * from docs\n', []],
])('analyzeCodeFile reads the facts of %s with their lines', async (path, language, ...[text, facts]) => {
  const found = await analyzeCodeFile({ path, language, text });
  expect(found.facts.map(({ kind, name, line }) => `${line} ${kind} ${name}`)).toEqual(facts);
});

it.each([
  ['brackets', '('.repeat(20_000)],
  ['open comments', '/*'.repeat(20_000)],
  ['quotes', `"'`.repeat(20_000)],
  ['calls', 'f('.repeat(10_000)],
  ['spaces', `a${' '.repeat(400_000)}b`],
])('analyzeCodeFile ends for a Python file of %s', async (_, text) => {
  const found = analyzeCodeFile({ path: 'a.py', language: 'python', text }, { timeMs: 500 });
  await expect(
    found.catch(({ code }: { code: string }) => ({ lines: code === 'TIMEOUT' ? 1 : 0 })),
  ).resolves.toMatchObject({
    lines: 1,
  });
});

it.each([
  ['fits the parser', {}],
  ['does not fit the parser', { stackBytes: 4_096 }],
])('analyzeCodeFile reads what a script requires that %s', async (_, options) => {
  const text = `const a = require('./a');\n// require('./comment')\nexports.b = () => require("b/c").d;\nload('./e');\n`;
  const { imports } = await analyzeCodeFile({ path: 'x.cjs', language: 'javascript', text }, options);
  expect(imports).toEqual([
    { module: './a', kind: 'require', typeOnly: false, line: 1 },
    { module: 'b/c', kind: 'require', typeOnly: false, line: 3 },
  ]);
});
