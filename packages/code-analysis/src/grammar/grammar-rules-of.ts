import type { CodeLanguage } from '../language/code-language.ts';
import type { SourceText } from '../structure/code-structure.ts';
import type { GrammarRules } from './grammar-rules.ts';
import { bashRules } from './languages/bash.ts';
import { cppRules } from './languages/cpp.ts';
import { csharpRules } from './languages/csharp.ts';
import { goRules } from './languages/go.ts';
import { javaRules } from './languages/java.ts';
import { phpRules } from './languages/php.ts';
import { pythonRules } from './languages/python.ts';
import { rubyRules } from './languages/ruby.ts';
import { rustRules } from './languages/rust.ts';
import { javascriptRules, tsxRules, typescriptRules } from './languages/script.ts';

const rules: Readonly<Record<CodeLanguage, GrammarRules>> = {
  bash: bashRules,
  cpp: cppRules,
  csharp: csharpRules,
  go: goRules,
  java: javaRules,
  javascript: javascriptRules,
  php: phpRules,
  python: pythonRules,
  ruby: rubyRules,
  rust: rustRules,
  typescript: typescriptRules,
};

/** Returns the rules for a file. */
export function grammarRulesOf({ path, language }: SourceText & { readonly language: CodeLanguage }): GrammarRules {
  return path.endsWith('.tsx') ? tsxRules : rules[language];
}
