import { annotations, parseLocationRef, toolAnnotations, type Entity, type LocationRef } from '@portico/catalog/common'
import { isInside, type Readers } from '@portico/integrations/server'
import path from 'node:path'
import type { ListedVersion } from '../mkdocs/mkdocs.ts'
import { sourceRefInvalid } from '../errors.ts'
import { fileTarget } from './file-target.ts'

export interface DocsSource extends LocationRef {
  /** Where the entity came from, which decides what may be read. */
  readonly origin: string
}

/** The annotation as it is written; undefined for an entity without docs. */
export function techdocsRefOf(entity: Entity): string | undefined {
  const value = entity.metadata.annotations?.[toolAnnotations.techdocsRef]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The folder that `backstage.io/techdocs-ref` means. Throws an error where it is no folder that may be read. */
export function sourceOf(entity: Entity, ref: string, readers: Pick<Readers, 'resolve'>): DocsSource {
  const { type, target } = parseLocationRef(ref)
  const origin = textOf(entity, annotations.managedByOriginLocation) ?? textOf(entity, annotations.managedByLocation) ?? ''
  if (type === 'url' || type === 'git') return { type, target, origin }
  if (type !== 'dir') throw sourceRefInvalid(`Docs of type '${type}' cannot be read; the types are dir, url and git`)
  const location = textOf(entity, annotations.sourceLocation) ?? textOf(entity, annotations.managedByLocation)
  if (location === undefined) throw sourceRefInvalid(`'${ref}' is relative to the source of the entity, which is not known`)
  const base = parseLocationRef(location)
  const baseFile = base.target.endsWith('/') ? `${base.target}catalog-info.yaml` : base.target
  const resolved = readers.resolve(base.type, target, baseFile)
  if (base.type === 'file' && !isInside(path.resolve(resolved), path.dirname(path.resolve(baseFile)))) {
    throw sourceRefInvalid(`'${ref}' leads out of the folder of the entity`)
  }
  return { type: base.type, target: resolved, origin }
}

/** Where the source of a version is, seen from that of the default one: in the same repository or folder. */
export function sourceOfVersion(
  { type, target, origin }: DocsSource,
  { branch, folder }: Pick<ListedVersion, 'branch' | 'folder'>,
  readers: Pick<Readers, 'atRef'>,
): DocsSource {
  const atBranch = branch === undefined ? target : readers.atRef(type, target, branch)
  return { type, target: folder === undefined ? atBranch : fileTarget(atBranch, folder), origin }
}

function textOf(entity: Entity, annotation: string): string | undefined {
  const value = entity.metadata.annotations?.[annotation]
  return typeof value === 'string' && value !== '' ? value : undefined
}
