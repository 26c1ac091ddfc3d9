import { load } from 'js-yaml'
import { readFileSync } from 'node:fs'

/** Where what the tools show is written. */
const folder = new URL('../data/', import.meta.url)

/** Reads a file of `examples/tools/data`. */
export function readData<T>(name: string): T {
  return load(readFileSync(new URL(name, folder), 'utf8')) as T
}
