import { catalogPaths, parseEntityRef, type HealthProblemType } from '@portico/catalog/common'
import type { EntityProblem } from '@portico/catalog/server'
import type { NotificationPayload } from '@portico/notifications/common'

/** What an entity does that breaks a rule of the catalog. */
const rules: Readonly<Record<HealthProblemType, { readonly words: string; readonly isUrgent?: boolean }>> = {
  'failed-document': { words: 'could not be processed', isUrgent: true },
  'unreadable-source': { words: 'has a source that cannot be read', isUrgent: true },
  'forbidden-source': { words: 'has a source that is not allowed', isUrgent: true },
  'name-conflict': { words: 'has a name that another source claims too', isUrgent: true },
  'dangling-reference': { words: 'refers to something that is missing' },
  orphan: { words: 'is not in any source any more' },
  unowned: { words: 'has no owner' },
  'stale-source': { words: 'was not read for long' },
}

const maxDescription = 2000

/** Which rules an entity began to break, which no longer, and which still. */
export interface RuleNews {
  readonly begun: readonly EntityProblem[]
  readonly mended: readonly EntityProblem[]
  readonly left: readonly EntityProblem[]
}

/** What is new between what was told and what is; undefined where nothing is. Other mistakes in the same document are new too. Pure. */
export function toRuleNews(told: readonly EntityProblem[], now: readonly EntityProblem[]): RuleNews | undefined {
  const isSame = (one: EntityProblem, other: EntityProblem) =>
    one.id === other.id && (one.type !== 'failed-document' || one.cause === other.cause)
  const begun = now.filter(problem => !told.some(each => isSame(each, problem)))
  const mended = told.filter(problem => !now.some(({ id }) => id === problem.id))
  if (begun.length === 0 && mended.length === 0) return undefined
  return { begun, mended, left: now.filter(problem => !begun.includes(problem)) }
}

/** The notification about them. Later ones take its place, so it says how things stand. */
export function toRulePayload(ref: string, news: RuleNews): NotificationPayload {
  const { begun, mended, left } = news
  const lines = [
    ...begun.map(toLine),
    ...mended.map(({ type }) => `No longer: ${rules[type].words}`),
    ...left.map(problem => `Still: ${toLine(problem)}`),
  ]
  return {
    title: titleOf(nameOf(ref), news),
    description: lines.join('\n').slice(0, maxDescription),
    link: catalogPaths.entity(ref),
    severity: begun.some(({ type }) => rules[type].isUrgent) ? 'high' : 'normal',
    topic: 'entity-broken',
    scope: `broken:${ref}`.slice(0, 255),
  }
}

/** What an entity is called in titles. */
export function nameOf(ref: string): string {
  const { kind, name } = parseEntityRef(ref)
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`
}

function titleOf(name: string, { begun, left }: RuleNews): string {
  if (begun.length === 1) return `${name} ${rules[begun[0]!.type].words}`
  if (begun.length > 1) return `${name} breaks ${begun.length} rules`
  if (left.length === 0) return `${name} is in order again`
  return left.length === 1 ? `${name} still breaks a rule` : `${name} still breaks ${left.length} rules`
}

function toLine({ type, cause }: EntityProblem): string {
  const { words } = rules[type]
  return cause === '' ? words : `${words}: ${cause}`
}
