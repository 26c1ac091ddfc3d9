import { entityReadPermission, entityResourceType, matches, searchPairs, type Entity, type EntityPredicate } from '@portico/catalog/common'
import { notAllowedError, type Condition, type Decision } from '@portico/core/common'
import type { PermissionRule, Permissions, Principal, ResourceLoader } from '@portico/core/server'
import { z } from 'zod'
import type { Feed } from './feed.ts'
import type { Texts } from './texts.ts'

function keyedBy<K extends string>(name: K) {
  return z.object({ [name]: z.string().min(1), value: z.string().optional() } as { [N in K]: z.ZodString } & {
    value: z.ZodOptional<z.ZodString>
  })
}

function valueOrExists(key: string, value: string | undefined): EntityPredicate {
  const lower = key.toLowerCase()
  return value === undefined ? { key: lower, exists: true } : { key: lower, in: [value.toLowerCase()] }
}

interface EntityRule {
  readonly name: string
  readonly description: string
  readonly paramsSchema: z.ZodType
  readonly toPredicate: (params: unknown) => EntityPredicate
}

/** A rule whose parameters have been checked by the time they become a predicate. */
function entityRule<Z extends z.ZodType>(
  name: string,
  description: string,
  paramsSchema: Z,
  toCondition: (params: z.output<Z>) => EntityPredicate,
): EntityRule {
  return { name, description, paramsSchema, toPredicate: params => toCondition(paramsSchema.parse(params)) }
}

/** What conditions may say about entities. Each is a predicate, so that it filters in the index and never after the fact. */
const entityRules: readonly EntityRule[] = [
  entityRule('IS_ENTITY_OWNER', 'Owned by one of the claims', z.object({ claims: z.array(z.string()) }), ({ claims }) => ({
    key: 'relations.ownedby',
    in: claims.map(claim => claim.toLowerCase()),
  })),
  entityRule('IS_ENTITY_KIND', 'Of one of the kinds', z.object({ kinds: z.array(z.string()) }), ({ kinds }) => ({
    key: 'kind',
    in: kinds.map(kind => kind.toLowerCase()),
  })),
  entityRule('HAS_ANNOTATION', 'With an annotation, of a value if one is given', keyedBy('annotation'), ({ annotation, value }) =>
    valueOrExists(`metadata.annotations.${annotation}`, value),
  ),
  entityRule('HAS_LABEL', 'With a label, of a value if one is given', keyedBy('label'), ({ label, value }) =>
    valueOrExists(`metadata.labels.${label}`, value),
  ),
  entityRule('HAS_METADATA', 'With something in its metadata, of a value if one is given', keyedBy('key'), ({ key, value }) =>
    valueOrExists(`metadata.${key}`, value),
  ),
  entityRule('HAS_SPEC', 'With something in its spec, of a value if one is given', keyedBy('key'), ({ key, value }) =>
    valueOrExists(`spec.${key}`, value),
  ),
]

/** What rules are asked about: an entity that can say what it meets. */
export interface RuledEntity {
  meets(predicate: EntityPredicate): boolean
}

/** The same rules as the core serves and applies them. A batch asks each rule with the same parameters about many entities. */
export const permissionRules: readonly PermissionRule<RuledEntity>[] = entityRules.map(
  ({ name, description, paramsSchema, toPredicate }) => {
    const predicateOf = memoize((params: object) => toPredicate(params))
    return {
      name,
      description,
      resourceType: entityResourceType,
      paramsSchema,
      apply: (entity, params) => entity.meets(predicateOf(params as object)),
    }
  },
)

/** A function that knows what it said of each object that is still there. */
function memoize<From extends object, To>(compute: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, To>()
  return from => {
    if (!known.has(from)) known.set(from, compute(from))
    return known.get(from)!
  }
}

/** Finds the entities that rules are asked about: in the index, and what that does not know yet in the database. */
export function createRuledEntities({ feed, texts }: { readonly feed: Feed; readonly texts: Texts }): ResourceLoader<RuledEntity> {
  return async refs => {
    const known = refs.map(ref => ref.toLowerCase())
    const { index } = feed
    const stored = await texts.byRefs(known.filter(ref => !index.has(ref)))
    return known.map(ref => {
      if (index.has(ref)) return { meets: predicate => index.meets(ref, predicate) }
      const text = stored.get(ref)
      if (!text) return undefined
      const pairs = searchPairs(JSON.parse(String(text.bytes)) as Entity)
      return { meets: predicate => matches(predicate, pairs) }
    })
  }
}

/** The conditions of a decision as a predicate. An unknown rule lets nothing through. */
export function toPredicate(conditions: Condition): EntityPredicate {
  if ('anyOf' in conditions) return { any: conditions.anyOf.map(toPredicate) }
  if ('allOf' in conditions) return { all: conditions.allOf.map(toPredicate) }
  if ('not' in conditions) return { not: toPredicate(conditions.not) }
  const rule = entityRules.find(each => each.name === conditions.rule)
  const params = rule?.paramsSchema.safeParse(conditions.params ?? {})
  if (!rule || !params?.success || conditions.resourceType !== entityResourceType) {
    throw notAllowedError(`The conditions of a permission cannot be applied: rule '${conditions.rule}'`, { code: 'catalog.unknown-rule' })
  }
  return rule.toPredicate(params.data)
}

/** What a caller may see: everything, nothing, or what meets a predicate. */
export type Visibility = 'all' | 'nothing' | EntityPredicate

/** Asks once per request what the caller may see. */
export function createAccess(permissions: Permissions) {
  return {
    async visibility(caller: Principal): Promise<Visibility> {
      const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission }])
      return toVisibility(decision)
    },
  }
}

export type Access = ReturnType<typeof createAccess>

function toVisibility(decision: Decision | undefined): Visibility {
  if (decision?.result === 'ALLOW') return 'all'
  return decision?.result === 'CONDITIONAL' ? toPredicate(decision.conditions) : 'nothing'
}

/** What was asked for, within what may be seen. */
export function within(visibility: Visibility, predicate: EntityPredicate | undefined): EntityPredicate | undefined {
  if (visibility === 'all') return predicate
  const seen: EntityPredicate = visibility === 'nothing' ? { any: [] } : visibility
  return predicate === undefined ? seen : { all: [seen, predicate] }
}
