import { expect, it } from 'vitest';
import { repair, repaired, type SampleRepository } from '../repair/fix-repository.ts';

const python: SampleRepository = {
  runner: 'pytest',
  source: 'orders/total.py',
  files: {
    'pyproject.toml': '[project]\nname = "orders"\nversion = "1.0"\n',
    'orders/__init__.py': '',
    'orders/total.py':
      'def total(price: int, shipping: int) -> int:\n    """Returns the price with its shipping, in cents."""\n    return price - shipping\n',
    'conftest.py': '',
    '.gitignore': '__pycache__/\n',
    'tests/test_total.py':
      'from orders.total import total\n\n\ndef test_total_adds_the_shipping() -> None:\n    assert total(1000, 500) == 1500\n',
  },
};

it('an agent fixes the failing test of a Python repository, although its worker is killed on the way', async () => {
  expect(await repair(python)).toEqual(repaired(python));
});

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>orders</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency>
  </dependencies>
</project>
`;

const java: SampleRepository = {
  runner: 'maven',
  source: 'src/main/java/com/example/Orders.java',
  files: {
    'pom.xml': pom,
    // The packages of Debian, without network.
    '.mvn/maven.config': '--offline\n-Dmaven.repo.local=/usr/share/maven-repo\n',
    '.gitignore': 'target/\n',
    'src/main/java/com/example/Orders.java':
      'package com.example;\n\npublic final class Orders {\n    /** Returns the price with its shipping, in cents. */\n    public static int total(int price, int shipping) {\n        return price - shipping;\n    }\n}\n',
    'src/test/java/com/example/OrdersTest.java':
      'package com.example;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class OrdersTest {\n    @Test\n    public void totalAddsTheShipping() {\n        assertEquals(1500, Orders.total(1000, 500));\n    }\n}\n',
  },
};

it('an agent fixes the failing test of a Java repository, although its worker is killed on the way', async () => {
  expect(await repair(java)).toEqual(repaired(java));
});
