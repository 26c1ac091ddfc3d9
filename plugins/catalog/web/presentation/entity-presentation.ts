import { entityRefOf, toEntityRef, tryParseEntityRef, type Entity } from '@portico/catalog/common'

/** How an entity is named on the screen. */
export interface EntityPresentation {
  readonly entityRef: string
  readonly kind: string
  /** The display name, else the title, else what a generated Location stands for, else the shortened ref. */
  readonly primaryTitle: string
  /** The details on hover: the full ref, the type, the description. */
  readonly secondaryTitle: string | undefined
}

/** The defaults around a name, which are not shown. */
export interface PresentationContext {
  readonly defaultKind?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/** The presentation of an entity, or of a ref alone. */
export function presentEntity(entityOrRef: Entity | string, context: PresentationContext = {}): EntityPresentation {
  const entity = typeof entityOrRef === 'string' ? undefined : entityOrRef
  const entityRef = typeof entityOrRef === 'string' ? (toEntityRef(entityOrRef, context) ?? entityOrRef) : entityRefOf(entityOrRef)
  const short = shortenRef(entityRef, context, entity?.metadata.name)
  const profile = entity?.spec?.['profile'] as { displayName?: unknown } | undefined
  const primaryTitle = firstText(profile?.displayName, entity?.metadata.title, entity && generatedTitle(entity)) ?? short
  const type = firstText(entity?.spec?.['type'])
  const more = [primaryTitle === entityRef ? undefined : entityRef, type, firstText(entity?.metadata.description)]
  return {
    entityRef,
    kind: entityRef.slice(0, Math.max(0, entityRef.indexOf(':'))),
    primaryTitle,
    secondaryTitle: more.filter(text => text !== undefined).join(' | ') || undefined,
  }
}

/** A ref without the default kind and namespace: `default`, or those of the context. */
export function shortenRef(ref: string, { defaultKind, defaultNamespace }: PresentationContext = {}, spelledName?: string): string {
  const parts = tryParseEntityRef(ref)
  if (!parts) return ref
  const kind = parts.kind.toLowerCase() === defaultKind?.toLowerCase() ? '' : `${parts.kind}:`
  const omitted = (defaultNamespace ?? 'default').toLowerCase()
  const namespace = parts.namespace.toLowerCase() === omitted ? '' : `${parts.namespace}/`
  return `${kind}${namespace}${spelledName ?? parts.name}`
}

/** A Location that stands for a configured or registered place is called by that place: its name is a hash. */
function generatedTitle({ kind, metadata, spec }: Entity): string | undefined {
  if (kind !== 'Location' || !/^generated-[0-9a-f]{40}$/.test(metadata.name)) return undefined
  const targets = spec?.['targets']
  return firstText(spec?.['target'], ...(Array.isArray(targets) ? (targets as unknown[]) : []))
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}
