import type { Entity } from '@portico/catalog/common'
import type { TemplatePart } from '@portico/scaffolder/common'
import { createHash, hash } from 'node:crypto'
import type { FetchedFile } from '../actions/action.ts'

/** Collects what a run was made of: the last reading of each folder and file counts. */
export function createPartTracker(known: readonly TemplatePart[] = []) {
  const parts = new Map(known.map(part => [keyOf(part), part]))
  return {
    add: (part: TemplatePart) => void parts.set(keyOf(part), part),
    list: (): TemplatePart[] => [...parts.values()],
  }
}

export type PartTracker = ReturnType<typeof createPartTracker>

function keyOf({ kind, target }: TemplatePart): string {
  return `${kind} ${target}`
}

/** What the steps of a template are: texts and titles of its form make no other repository. */
export function stepsDigest({ spec }: Entity): string {
  return hash('sha256', JSON.stringify(sorted((spec as { steps?: unknown } | undefined)?.steps ?? [])))
}

export function templatePart(ref: string, digest: string, etag: string | undefined): TemplatePart {
  return { kind: 'template', target: ref, digest, ...(etag !== undefined && { revision: etag }) }
}

/** The digest of a folder, whatever the order in which its files are read. */
export function createTreeDigest() {
  const lines: string[] = []
  return {
    add: ({ path, bytes, isExecutable, link }: FetchedFile) =>
      void lines.push(`${path}\0${hash('sha256', link ?? bytes)}\0${link !== undefined ? 'l' : isExecutable === true ? 'x' : ''}`),
    value(): string {
      const digest = createHash('sha256')
      for (const line of lines.sort()) digest.update(`${line}\n`)
      return digest.digest('hex')
    },
  }
}

/** One digest for several parts. */
export function digestOfParts(parts: readonly TemplatePart[]): string {
  return hash(
    'sha256',
    parts
      .map(part => `${keyOf(part)} ${part.digest}`)
      .sort()
      .join('\n'),
  )
}

/** The same value gives the same text, in whatever order its fields are. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}
