import type { Entity } from '@portico/catalog/common'
import { hash } from 'node:crypto'

const apiVersion = 'backstage.io/v1alpha1'

/** A valid name of an entity for any text: `Ann.O'Neil@acme.test` becomes `ann.o_neil_acme.test`. */
export function toEntityName(text: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]/g, '_')
    .replaceAll(/([_.-])[_.-]+/g, '$1')
    .replaceAll(/^[_.-]+|[_.-]+$/g, '')
  if (name.length <= 63) return name
  // Names that are cut must stay different.
  return `${name.slice(0, 54).replace(/[_.-]+$/, '')}-${hash('sha1', text).slice(0, 8)}`
}

/** A valid tag for a topic; undefined where nothing is left of it. */
export function toTag(topic: string): string | undefined {
  const tag = topic
    .toLowerCase()
    .replaceAll(/[^a-z0-9:+#]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
  return tag === '' ? undefined : tag
}

/** The Location that leads the catalog to a file. A file that is not there is no mistake. */
export function toLocation(target: string): Entity {
  const ref = `url:${target}`
  const annotations = { 'backstage.io/managed-by-location': ref, 'backstage.io/managed-by-origin-location': ref }
  return {
    apiVersion,
    kind: 'Location',
    metadata: { name: `generated-${hash('sha1', ref)}`, annotations },
    spec: { type: 'url', target, presence: 'optional' },
  }
}

/** The annotations of an entity that a source brings itself. */
export function managedBy(source: string, more: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const given = Object.entries(more).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return { 'backstage.io/managed-by-location': source, 'backstage.io/managed-by-origin-location': source, ...Object.fromEntries(given) }
}
