import type { BrokenRelation, CatalogFindings, MissingOwner, NameConflict } from './check-catalog.ts'
import { compareEntities, type ChangedField } from './compare-entities.ts'
import type { CatalogProblem, OfflineCatalog, OfflineEntity, FilePosition } from './offline-catalog.ts'

export interface LocatedRef extends FilePosition {
  readonly ref: string
}

export interface ChangedEntity extends LocatedRef {
  /** The file it was in, where that is another. */
  readonly movedFrom?: string
  readonly fields: readonly ChangedField[]
}

/** Whether the missing end was there before: then the change breaks it, else it may well be somewhere else. */
interface Cause {
  readonly wasThere: boolean
}

/** What a change does to a catalog. Findings are those that were not there before. */
export interface CatalogDifference {
  readonly added: readonly LocatedRef[]
  readonly changed: readonly ChangedEntity[]
  readonly removed: readonly LocatedRef[]
  readonly unchanged: number
  readonly problems: readonly CatalogProblem[]
  readonly brokenRelations: readonly (BrokenRelation & Cause)[]
  readonly missingOwners: readonly (MissingOwner & Cause)[]
  readonly conflicts: readonly NameConflict[]
}

export interface CheckedCatalog {
  readonly catalog: OfflineCatalog
  readonly findings: CatalogFindings
}

/** Compares two versions of a catalog. Pure. */
export function compareCatalogs(base: CheckedCatalog, head: CheckedCatalog): CatalogDifference {
  const before = byRef(base.catalog)
  const after = byRef(head.catalog)
  const wrong = new Set(head.catalog.failed.map(({ ref }) => ref))
  const removed = [...before.values()].filter(each => !after.has(each.ref) && !wrong.has(each.ref) && !isUnknown(each, base, head))
  const gone = new Set(removed.map(({ ref }) => ref))
  const common = [...after.values()].filter(({ ref }) => before.has(ref))
  const changed = common.flatMap(each => toChanged(before.get(each.ref)!, each))
  const isNew = createFilter(base.findings)
  // What a file that cannot be read holds is not known, so nothing is said about those who need it.
  const isExplained = (ref: string) => before.has(ref) && !gone.has(ref)
  return {
    added: [...after.values()].filter(({ ref }) => !before.has(ref)).map(placed),
    changed,
    removed: removed.map(placed),
    unchanged: common.length - changed.length,
    problems: head.findings.problems.filter(isNew.problem),
    brokenRelations: head.findings.brokenRelations
      .filter(each => isNew.relation(each) && !isExplained(each.target))
      .map(each => ({ ...each, wasThere: gone.has(each.target) })),
    missingOwners: head.findings.missingOwners
      .filter(each => isNew.owner(each) && !isExplained(each.owner ?? ''))
      .map(each => ({ ...each, wasThere: each.owner === undefined ? isOwnedIn(base, each.ref) : gone.has(each.owner) })),
    conflicts: head.findings.conflicts.filter(isNew.conflict),
  }
}

/** By ref, in order. Of several of one name, the one that was read first. */
function byRef({ entities }: OfflineCatalog): Map<string, OfflineEntity> {
  const found = new Map<string, OfflineEntity>()
  for (const each of entities) if (!found.has(each.ref)) found.set(each.ref, each)
  return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Whether the file of an entity, or one on the path to it, can no longer be read completely. */
function isUnknown({ file }: OfflineEntity, base: CheckedCatalog, head: CheckedCatalog): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = file; at !== undefined && !seen.has(at); at = base.catalog.parents.get(at)) {
    if (head.catalog.incomplete.has(at)) return true
    seen.add(at)
  }
  return false
}

function toChanged(before: OfflineEntity, after: OfflineEntity): ChangedEntity[] {
  const fields = compareEntities(before.entity, after.entity)
  const movedFrom = before.file === after.file ? undefined : before.file
  if (fields.length === 0 && movedFrom === undefined) return []
  return [{ ...placed(after), ...(movedFrom !== undefined && { movedFrom }), fields }]
}

/** Filters findings that were there before. Lines move with every change, so they do not count. */
function createFilter(base: CatalogFindings) {
  const problemKey = ({ code, file, ref, message }: CatalogProblem) => `${code} ${ref ?? file} ${message}`
  const relationKey = ({ source, type, target }: BrokenRelation) => `${source} ${type} ${target}`
  const ownerKey = ({ ref, owner }: MissingOwner) => `${ref} ${owner ?? ''}`
  const problems = new Set(base.problems.map(problemKey))
  const relations = new Set(base.brokenRelations.map(relationKey))
  const owners = new Set(base.missingOwners.map(ownerKey))
  const conflicts = new Map(base.conflicts.map(({ ref, places }) => [ref, places.length]))
  return {
    problem: (each: CatalogProblem) => !problems.has(problemKey(each)),
    relation: (each: BrokenRelation) => !relations.has(relationKey(each)),
    owner: (each: MissingOwner) => !owners.has(ownerKey(each)),
    conflict: ({ ref, places }: NameConflict) => places.length > (conflicts.get(ref) ?? 0),
  }
}

function isOwnedIn({ catalog, findings }: CheckedCatalog, ref: string): boolean {
  return catalog.entities.some(each => each.ref === ref) && !findings.missingOwners.some(each => each.ref === ref)
}

function placed({ ref, file, line }: OfflineEntity): LocatedRef {
  return { ref, file, line }
}
