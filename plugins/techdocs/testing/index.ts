export { toMessages, toMkdocsFile } from './mkdocs-names.ts'
