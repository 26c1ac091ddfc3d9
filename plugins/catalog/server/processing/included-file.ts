import type { LocationRef } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { load } from 'js-yaml'
import type { Readers } from '../sources/readers.ts'
import { sourceRefused } from '../sources/source-reader.ts'
import { isSmall } from './yaml-documents.ts'

/** Reads the text of another file of the same type as the entity's own. */
export type ReadText = (target: string) => Promise<string>

export interface PlaceholderContext {
  readonly location: LocationRef
  readonly readers: Pick<Readers, 'resolve' | 'isSameRepository'>
  readonly readText: ReadText
}

/** The whole target of a path in a file. One that leads to another repository is refused. */
export function resolveTarget(target: string, { location, readers }: Omit<PlaceholderContext, 'readText'>, base = location.target): string {
  const whole = readers.resolve(location.type, target, base)
  if (!readers.isSameRepository(location.type, whole, location.target)) {
    throw sourceRefused(`The placeholder leads to ${whole}, which is in another repository than ${location.target}`)
  }
  return whole
}

/** Exactly one document. */
export function parseYaml(text: string, target: string): unknown {
  const value = parse(text, target)
  if (text.includes('&') && !isSmall(value)) throw inputError(`${target} becomes far too large when its references (*name) are followed`)
  return value
}

function parse(text: string, target: string): unknown {
  try {
    return load(text, { maxAliases: 100 })
  } catch (error) {
    throw inputError(`${target} is not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
}
