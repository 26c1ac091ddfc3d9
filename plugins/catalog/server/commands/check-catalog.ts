import {
  kindOf,
  parseEntityRef,
  relationValues,
  stringifyEntityRef,
  type KindDefinition,
  type LocationRef,
  type RelationPair,
} from '@portico/catalog/common'
import { matchesWildcard } from '@portico/core/common'
import type { RuleCheck } from '../processing/process/entity-rules.ts'
import type { CatalogProblem, OfflineCatalog, OfflineEntity, FilePosition } from './offline-catalog.ts'

/** A relation whose other end is not there. */
export interface BrokenRelation extends FilePosition {
  readonly source: string
  readonly type: string
  readonly target: string
}

/** An entity without an owner: it names none, or one that does not exist. */
export interface MissingOwner extends FilePosition {
  readonly ref: string
  readonly owner?: string
}

/** A name that several documents want. */
export interface NameConflict {
  readonly ref: string
  readonly places: readonly FilePosition[]
}

/** What there is to say about a catalog as a whole. */
export interface CatalogFindings {
  readonly problems: readonly CatalogProblem[]
  readonly brokenRelations: readonly BrokenRelation[]
  readonly missingOwners: readonly MissingOwner[]
  readonly conflicts: readonly NameConflict[]
}

export interface CheckSettings {
  readonly kinds: readonly KindDefinition[]
  /** Refs that need not be there. */
  readonly isElsewhere: (ref: string) => boolean
  /** Undefined where everything may come. */
  readonly isAllowed?: RuleCheck | undefined
}

/** Looks for what single documents cannot show: ends of relations and owners that are missing, and names that are taken. Pure. */
export function checkCatalog(catalog: OfflineCatalog, { kinds, isElsewhere, isAllowed }: CheckSettings): CatalogFindings {
  const named = new Set([...catalog.entities, ...catalog.failed].map(({ ref }) => ref))
  const isMissing = (ref: string) => !named.has(ref) && !isElsewhere(ref)
  const brokenRelations: BrokenRelation[] = []
  const missingOwners: MissingOwner[] = []
  const notAllowed: CatalogProblem[] = []
  for (const each of catalog.entities) {
    const { ref, file, relations } = each
    for (const relation of relations.filter(({ target }) => isMissing(target))) {
      const position = { file, line: lineOfRelation(each, relation, kinds) }
      if (relation.type === 'ownedBy') missingOwners.push({ ref, owner: relation.target, ...position })
      else brokenRelations.push({ source: ref, type: relation.type, target: relation.target, ...position })
    }
    if (isUnowned(each, kinds)) missingOwners.push({ ref, file, line: each.line })
    if (isAllowed && !originsOf(each).some(origin => isAllowed(each.entity, origin))) notAllowed.push(toNotAllowed(each))
  }
  return { problems: [...catalog.problems, ...notAllowed], brokenRelations, missingOwners, conflicts: conflictsOf(catalog) }
}

/** A test for refs such as `group:*` or `*:default/x`, in any letter case. */
export function createRefPattern(patterns: readonly string[]): (ref: string) => boolean {
  return ref => patterns.some(pattern => matchesWildcard(ref, pattern.toLowerCase()))
}

function conflictsOf({ entities, failed }: OfflineCatalog): NameConflict[] {
  const positions = new Map<string, FilePosition[]>()
  for (const { ref, file, line } of [...entities, ...failed]) {
    const known = positions.get(ref)
    if (known) known.push({ file, line })
    else positions.set(ref, [{ file, line }])
  }
  return [...positions].flatMap(([ref, several]) => (several.length > 1 ? [{ ref, places: several }] : []))
}

/** The line of the word that makes the relation; lists are sorted by processing, so it is looked for in the document as written. */
function lineOfRelation(
  { entity, document, line, lineOf }: OfflineEntity,
  relation: RelationPair,
  kinds: readonly KindDefinition[],
): number {
  const { spec } = document as { spec?: unknown }
  for (const field of kindOf(entity, kinds)?.relations ?? []) {
    if (field.type !== relation.type) continue
    const context = { defaultKind: field.defaultKind, defaultNamespace: entity.metadata.namespace }
    const found = relationValues(spec, field).find(
      ({ value }) => typeof value === 'string' && stringifyEntityRef(parseEntityRef(value, context)) === relation.target,
    )
    if (found) return lineOf(found.path)
  }
  return line
}

function isUnowned({ entity, relations }: OfflineEntity, kinds: readonly KindDefinition[]): boolean {
  const canBeOwned = kindOf(entity, kinds)?.relations.some(({ type }) => type === 'ownedBy') ?? false
  return canBeOwned && !relations.some(({ type }) => type === 'ownedBy')
}

/** The forms in which config may name the file that leads to an entity. */
function originsOf({ origin, file }: OfflineEntity): LocationRef[] {
  if (origin.type !== 'file') return [origin]
  return [origin.target, file, `./${file}`].map(target => ({ type: 'file', target }))
}

function toNotAllowed({ ref, entity, file, line }: OfflineEntity): CatalogProblem {
  const message = `catalog.rules does not allow kind ${entity.kind} from here`
  return { severity: 'warning', code: 'not-allowed', message, file, line, ref }
}
