import type { HealthProblem } from '@portico/catalog/common'
import type { ProblemDetail, ProblemRow } from './problem-row.ts'

/** What the words about a problem are made of. */
interface Described {
  readonly row: ProblemRow
  readonly detail: ProblemDetail
  /** Whether a document with this ref failed. */
  readonly hasFailed: (ref: string) => boolean
}

/** A problem in words: what is wrong and what to do about it. Pure. */
export function describeProblem(given: Described, canRefresh: boolean): HealthProblem {
  const { row, detail } = given
  const { id, type, ref, target } = row
  const source = row.file ?? row.source
  const explainRef = ref ?? detail.locationRef
  return {
    id,
    type,
    ...(ref !== undefined && { entityRef: ref }),
    isInCatalog: row.entityId !== undefined,
    ...(target !== undefined && { targetRef: target }),
    ...(source !== undefined && { source }),
    ...(detail.line !== undefined && { line: detail.line }),
    cause: causeOf(given),
    fix: fixOf(given),
    since: (detail.since ?? new Date()).toISOString(),
    ...(detail.lastReadAt && { lastReadAt: detail.lastReadAt.toISOString() }),
    ...(explainRef !== undefined && { explainRef }),
    canRefresh: canRefresh && row.sourceId !== undefined && !row.isProvider,
  }
}

function causeOf({ row, detail }: Described): string {
  switch (row.type) {
    case 'failed-document':
      return `${withoutPlace(row)}${row.more ? `; and ${row.more} more` : ''}${row.entityId === undefined ? '' : '. The catalog shows the last good version'}`
    case 'unreadable-source':
    case 'forbidden-source':
      return `${row.message}${keptOf(detail)}`
    case 'name-conflict':
      return row.holder === undefined
        ? `Another source had the name ${row.ref} first`
        : `The name ${row.ref} is held by ${row.holder}, which was there first`
    case 'dangling-reference':
      return `The relation ${row.relation} leads to ${row.target}, which is not in the catalog`
    case 'orphan':
      return `Nothing that is read lists ${row.ref} any more`
    case 'unowned':
      return `${row.ref} names no owner`
    case 'stale-source':
      return `It should have been read at ${detail.since?.toISOString()} and was not${keptOf(detail)}`
  }
}

function fixOf({ row, detail, hasFailed }: Described): string {
  const place = detail.line === undefined ? 'the document' : `line ${detail.line}`
  switch (row.type) {
    case 'failed-document':
      if (row.isForbidden) return 'Allow the kind for this location in catalog.rules, or remove the document.'
      return row.isProvider ? `Correct it where the provider ${row.source} reads it.` : `Correct ${place}.`
    case 'unreadable-source':
      return `Check that it exists and that the portal may read it; else remove the location.${nextOf(detail)}`
    case 'forbidden-source':
      return 'Allow the host in backend.reading.allow or integrations, or remove the location.'
    case 'name-conflict':
      return 'Rename one of the two, or remove it.'
    case 'dangling-reference':
      if (row.target !== undefined && hasFailed(row.target)) return `Correct the document of ${row.target}, which failed.`
      return `Correct the reference, or bring ${row.target} into the catalog.`
    case 'orphan':
      return 'List its file in a Location again, or delete the entity.'
    case 'unowned':
      return 'Write an owner into the document.'
    case 'stale-source':
      return 'See on the system page whether this server is reading, and read it again.'
  }
}

function keptOf({ entities = 0 }: ProblemDetail): string {
  if (entities === 0) return ''
  return entities === 1 ? '. The entity from it stays as it is' : `. The ${entities} entities from it stay as they are`
}

function nextOf({ nextReadAt }: ProblemDetail): string {
  return nextReadAt ? ` It is tried again at ${nextReadAt.toISOString()}.` : ''
}

/** The place has fields of its own; in the message it would be there twice. */
function withoutPlace({ message = '', file, source = '', line }: ProblemRow): string {
  const name = file ?? source
  const place = `${name.slice(name.indexOf(':') + 1)}:${line}`
  const end = ` (${place})`
  const bare = message.endsWith(end) ? message.slice(0, -end.length) : message
  return bare.startsWith(`${place}: `) ? bare.slice(place.length + 2) : bare
}
