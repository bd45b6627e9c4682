/** The tokenizer that measures answers and conversations. */
export { encode } from 'gpt-tokenizer';
