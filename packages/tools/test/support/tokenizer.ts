/** The one tokenizer by which answers and conversations are measured. */
export { encode } from 'gpt-tokenizer';
