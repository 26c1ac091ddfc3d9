import { hasCredentials, isScript, type Entity, type LocationRef } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import { sourceRefused } from '../../errors.ts'
import { credentialsInTarget } from './location-errors.ts'

/** A source that a Location entity leads to. */
export interface ChildTarget extends LocationRef {
  /** It does no harm when there is nothing. */
  readonly isOptional: boolean
}

export const maxTargetLength = 8000

interface TargetContext {
  readonly readers: Pick<Readers, 'resolve' | 'types'>
  /** Relative targets of type url are files beside the one they stand in, as they will be once that is on the web. */
  readonly isOffline?: boolean
}

/** The sources a Location entity leads to, as whole targets, each once. Throws where one must not be followed. */
export function targetsOf(entity: Entity, location: LocationRef, { readers, isOffline = false }: TargetContext): ChildTarget[] {
  if (entity.kind !== 'Location') return []
  const { type: ownType, target, targets, presence } = entity.spec ?? {}
  const given = typeof ownType === 'string' ? ownType : location.type
  const listed = [target, ...(Array.isArray(targets) ? targets : [])].filter(each => typeof each === 'string')
  const isOptional = presence === 'optional'
  const found = new Map<string, ChildTarget>()
  for (const each of listed) {
    const isBeside = isOffline && given === 'url' && location.type === 'file' && !URL.canParse(each)
    const type = isBeside ? 'file' : given
    const whole = resolveTarget(each, type, location, readers)
    found.set(whole, { type, target: whole, isOptional })
  }
  return [...found.values()]
}

function resolveTarget(target: string, type: string, location: LocationRef, readers: Pick<Readers, 'resolve' | 'types'>): string {
  if (hasCredentials(target)) throw credentialsInTarget()
  if (isScript(target)) throw sourceRefused(`The target '${target}' must not be followed`)
  if (target.length > maxTargetLength)
    throw inputError(`A target has ${target.length} characters, more than the ${maxTargetLength} allowed`)
  if (!readers.types.includes(type)) {
    throw inputError(`spec.type: '${type}' is not valid: it is one of ${readers.types.join(', ')}`, { code: 'catalog.no-reader' })
  }
  // A file on the web must not make the server read its own disk.
  if (type === 'file' && location.type !== 'file') throw sourceRefused(`A ${location.type} location must not lead to the file '${target}'`)
  if (type === 'url' && location.type !== 'url' && !URL.canParse(target)) {
    throw inputError(`The target '${target}' is not a web address`, { code: 'catalog.invalid-url' })
  }
  return readers.resolve(type, target, location.type === type ? location.target : target)
}
