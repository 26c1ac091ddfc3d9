import type { LocationRef } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import { load, YAMLException } from 'js-yaml'
import { sourceRefused } from '../../errors.ts'
import type { DocumentLimits } from './document-limits.ts'
import { documentSchema, readYaml } from './yaml-schema.ts'

/** Reads the text of another file: of the same type as the entity's own, or at a web address. See `includedType`. */
export type ReadText = (target: string) => Promise<string>

export interface PlaceholderContext {
  readonly location: LocationRef
  readonly readers: Pick<Readers, 'resolve' | 'isSameRepository'>
  readonly readText: ReadText
  readonly limits: DocumentLimits
  /** The fallback for a file that could not be read. May throw the failure again. */
  readonly insteadOf?: (failure: unknown, target: string) => unknown
}

/** The type by which an included file is read: files may also name web addresses, which are then read as every other address is. */
export function includedType(type: string, target: string): string {
  return type === 'file' && isWebAddress(target) ? 'url' : type
}

function isWebAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

/** The whole target of a path in a file. One that leads to another repository is refused. */
export function resolveTarget(
  target: string,
  { location, readers }: Pick<PlaceholderContext, 'location' | 'readers'>,
  base = location.target,
): string {
  // Whether an address may be read is decided by the list of allowed hosts, when it is.
  if (location.type === 'file' && (isWebAddress(target) || isWebAddress(base)))
    return readers.resolve('url', target, isWebAddress(base) ? base : target)
  const whole = readers.resolve(location.type, target, base)
  if (!readers.isSameRepository(location.type, whole, location.target)) {
    throw sourceRefused(`The placeholder leads to ${whole}, which is in another repository than ${location.target}`)
  }
  return whole
}

/** Exactly one document. */
export function parseYaml(text: string, target: string, { limits }: Pick<PlaceholderContext, 'limits'>): unknown {
  try {
    const options = { schema: documentSchema, maxAliases: 100, maxDepth: limits.depth + 1, maxTotalMergeKeys: 0 }
    return readYaml(text, whole => load(whole, options))
  } catch (error) {
    const { reason, mark } = error instanceof YAMLException ? error : { reason: String(error), mark: undefined }
    throw inputError(`${target}:${(mark?.line ?? 0) + 1} is not YAML: ${reason}`)
  }
}
