import { load } from 'js-yaml'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Where what the tools show is written. */
const folder = path.join(import.meta.dirname, '../data')

/** Reads a file of `examples/tools/data`. */
export function readData<T>(name: string): T {
  return load(readFileSync(path.join(folder, name), 'utf8')) as T
}
