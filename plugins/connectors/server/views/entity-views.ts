import type { Entity } from '@portico/catalog/common'
import {
  actPermission,
  toneOf,
  type ConnectorViews,
  type EntityView,
  type FactDefinition,
  type ViewFact,
  type ViewSection,
} from '@portico/connectors/common'
import type { Permissions, Principal } from '@portico/core/server'
import { computed, type Connector, type Connectors } from '../connectors.ts'
import type { Section } from '../documents/view-schema.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Scope } from '../expressions/messages.ts'
import { isTruthy } from '../expressions/truth.ts'
import type { Definitions } from '../facts/definitions.ts'
import type { FactStore, StoredFact } from '../facts/fact-store.ts'
import type { FactRules } from '../facts/facts.ts'
import { factsInScope, scopeOf } from '../schedule/entity-scope.ts'
import type { WorkStore } from '../schedule/work-store.ts'

interface Dependencies {
  readonly connectors: Connectors
  readonly definitions: Pick<Definitions, 'find'>
  readonly factStore: Pick<FactStore, 'list' | 'points'>
  readonly facts: Pick<FactRules, 'toValue'>
  readonly work: Pick<WorkStore, 'ofEntities' | 'targets'>
  readonly expressions: Pick<Expressions, 'fill' | 'evaluate'>
  readonly permissions: Pick<Permissions, 'authorize'>
}

type WorkRow = Awaited<ReturnType<WorkStore['ofEntities']>>[number]

const seriesMs = 30 * 86_400_000
const maxPoints = 200
const levels = ['critical', 'high', 'medium', 'low', 'info'] as const

/** What connectors show at an entity. */
export function createEntityViews({ connectors, definitions, factStore, facts, work, expressions, permissions }: Dependencies) {
  async function text(connector: Connector, template: string, scope: Scope): Promise<string | undefined> {
    try {
      const [filled] = await expressions.fill(connector.name, template, [scope])
      return typeof filled === 'string' && filled !== '' ? filled : undefined
    } catch {
      return undefined
    }
  }

  async function webAddress(connector: Connector, template: string | undefined, scope: Scope): Promise<string | undefined> {
    const filled = template === undefined ? undefined : await text(connector, template, scope)
    return filled !== undefined && URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol) ? filled : undefined
  }

  async function viewsOf(connector: Connector, scope: Scope): Promise<EntityView[]> {
    const { views } = connector.document.spec
    const shown = await Promise.all(
      views.map(async (view, at): Promise<EntityView[]> => {
        if (view.type === 'column' || view.type === 'widget') return []
        const id = `${connector.name}-${at + 1}`
        const title = view.title ?? connector.document.metadata.title
        if (view.type === 'state') return [{ id, type: 'state', title, fact: `${connector.name}.${view.fact}` }]
        const href = await webAddress(connector, view.href, scope)
        const sections = [...(view.facts ? [{ facts: view.facts }] : []), ...(view.sections ?? [])]
        return [
          {
            id,
            type: view.type,
            title,
            sections: sections.map(section => toSection(connector.name, section, definitions)),
            href,
          },
        ]
      }),
    )
    return shown.flat()
  }

  async function actionsOf(connector: Connector, scope: Scope, isAllowed: boolean): Promise<ConnectorViews['actions']> {
    const found = await Promise.all(
      connector.document.spec.actions.map(async ({ name, title, description, when, confirm, form }) => {
        if (when !== undefined) {
          const [holds] = await expressions.evaluate(connector.name, when, [scope]).catch(() => [undefined])
          if (!isTruthy(holds)) return []
        }
        const question = confirm === undefined ? undefined : await text(connector, confirm, scope)
        return [{ name, title, isAllowed, description, confirm: question, form: form as ConnectorViews['actions'][number]['form'] }]
      }),
    )
    return found.flat()
  }

  async function toViewFact(name: string, ref: string, row: StoredFact | undefined, hasCourse: boolean): Promise<ViewFact[]> {
    const definition = definitions.find(name)
    if (!definition) return []
    const { entityRef: _ref, name: _name, ...value } = row ? facts.toValue(row) : { entityRef: ref, name }
    const fact: ViewFact = { ...definition }
    if (row) fact.value = value as NonNullable<ViewFact['value']>
    if (row && definition.type === 'state' && row.value !== null) fact.tone = toneOf(definition, row.value)
    if (hasCourse && definition.type !== 'list') {
      const points = await factStore.points({ entityRef: ref, name }, new Date(Date.now() - seriesMs), new Date(), maxPoints)
      fact.points = points.map(point => ({
        at: point.at.toISOString(),
        value: point.value as NonNullable<ViewFact['points']>[number]['value'],
      }))
    }
    return [fact]
  }

  async function toViews(
    connector: Connector,
    ref: string,
    entity: Entity,
    rows: readonly WorkRow[],
    values: readonly StoredFact[],
    isAllowed: boolean,
  ): Promise<ConnectorViews> {
    const { metadata } = connector.document
    const target = rows[0]?.target ?? 'default'
    const scope = scopeOf(connector, entity, target, factsInScope(connector, values))
    const [views, actions, records] = await Promise.all([
      viewsOf(connector, scope),
      actionsOf(connector, scope, isAllowed),
      work.targets(connector.name),
    ])
    const courses = new Set(
      views.flatMap(view => ('sections' in view ? view.sections : [])).flatMap(section => (section.type === 'series' ? section.facts : [])),
    )
    const byName = new Map(values.map(row => [row.name, row]))
    const shown = await Promise.all(connector.factNames.map(name => toViewFact(name, ref, byName.get(name), courses.has(name))))
    const record = records.find(each => each.target === target)
    const checked = rows.flatMap(row => row.checked_at ?? []).toSorted((one, other) => one.getTime() - other.getTime())
    const all = shown.flat()
    return {
      connector: connector.name,
      title: metadata.title,
      description: metadata.description,
      icon: metadata.icon,
      docs: metadata.docs,
      target,
      ...(checked.length > 0 && { checkedAt: checked.at(-1)!.toISOString() }),
      ...stateOf(connector, target, rows, all, record?.error),
      facts: all,
      views,
      actions,
    }
  }

  return {
    async of(caller: Principal, ref: string, entity: Entity): Promise<ConnectorViews[]> {
      const rows = await work.ofEntities([ref])
      const active = connectors.active().filter(({ name }) => rows.some(row => row.connector === name))
      if (active.length === 0) return []
      const names = [...new Set(active.flatMap(({ factNames, reads }) => [...factNames, ...reads]))]
      const [values, [decision]] = await Promise.all([
        factStore.list({ entityRefs: [ref], names }),
        permissions.authorize(caller, [{ permission: actPermission, resourceRef: ref }]),
      ])
      return Promise.all(
        active.map(connector => {
          const own = rows.filter(row => row.connector === connector.name)
          return toViews(connector, ref, entity, own, values, decision?.result === 'ALLOW')
        }),
      )
    },
    /** The scope of an entity, as actions need it. */
    async scope(connector: Connector, ref: string, entity: Entity, target: string): Promise<Scope> {
      const names = [...connector.factNames, ...connector.reads]
      return scopeOf(connector, entity, target, factsInScope(connector, await factStore.list({ entityRefs: [ref], names })))
    },
  }
}

export type EntityViews = ReturnType<typeof createEntityViews>

/** One word for a card, and why where it is not good. */
function stateOf(
  connector: Connector,
  target: string,
  rows: readonly WorkRow[],
  facts: readonly ViewFact[],
  targetError: string | undefined,
): Pick<ConnectorViews, 'state' | 'error'> {
  const isComputed = rows.every(({ request }) => request === computed)
  if (!isComputed && !connector.targets.has(target))
    return { state: 'failing', error: { code: 'connectors.no-target', message: `The target '${target}' is not in the config` } }
  const failing = facts.find(fact => fact.value?.error)
  const error = failing?.value?.error
  const isOneOfSeveral = facts.some(({ value }) => value && !value.error)
  if (error) return { state: 'failing', error: isOneOfSeveral ? { ...error, message: `${failing.title}: ${error.message}` } : error }
  const failed = rows.find(row => row.error !== null)
  if (failed?.error) return { state: 'failing', error: { code: 'connectors.failed', message: failed.error } }
  const isStale = facts.some(fact => fact.value?.stale)
  if (targetError !== undefined && (isStale || rows.every(row => row.checked_at === null)))
    return { state: 'failing', error: { code: 'connectors.tool-failed', message: targetError } }
  if (rows.every(row => row.checked_at === null)) return { state: 'waiting' }
  return { state: isStale ? 'stale' : 'ok' }
}

function toSection(source: string, section: Section, definitions: Pick<Definitions, 'find'>): ViewSection {
  const full = (name: string) => `${source}.${name}`
  const heading = { title: section.title }
  if ('facts' in section) return { type: 'facts', ...heading, facts: section.facts.map(full) }
  if ('series' in section) return { type: 'series', ...heading, facts: section.series.map(full) }
  if ('severity' in section) {
    const entries = Array.isArray(section.severity)
      ? section.severity.map((name, at) => [levels[at] ?? 'info', name] as const)
      : Object.entries(section.severity)
    return {
      type: 'severity',
      ...heading,
      counts: entries.map(([level, name]) => ({ level: level as (typeof levels)[number], fact: full(String(name)) })),
    }
  }
  if ('gauge' in section) {
    const { gauge, min = 0, max, warning, error, low } = section
    const isPercent = definitions.find(full(gauge))?.unit === '%'
    return {
      type: 'gauge',
      ...heading,
      fact: full(gauge),
      min,
      max: max ?? (isPercent ? 100 : Math.max(warning ?? 0, error ?? 0, 1)),
      warning,
      error,
      isLowGood: low === 'good',
    }
  }
  if ('table' in section) return { type: 'table', ...heading, fact: full(section.table), rows: section.rows }
  if ('links' in section) return { type: 'links', ...heading, fact: full(section.links) }
  if ('alerts' in section) return { type: 'alerts', ...heading, fact: full(section.alerts), rows: section.rows }
  return { type: 'people', ...heading, fact: full(section.people) }
}

/** Definitions that views of a type name. */
export function factsOfViews(
  connector: Connector,
  type: 'column' | 'state' | 'widget',
  definitions: Pick<Definitions, 'find'>,
): { readonly title: string; readonly at: number; readonly facts: readonly FactDefinition[] }[] {
  return connector.document.spec.views.flatMap((view, at) => {
    if (view.type !== type) return []
    const names = view.type === 'column' || view.type === 'state' ? [view.fact] : view.type === 'widget' ? view.facts : []
    const facts = names.flatMap(name => definitions.find(`${connector.name}.${name}`) ?? [])
    return facts.length === 0 ? [] : [{ title: view.title ?? facts[0]?.title ?? connector.document.metadata.title, at, facts }]
  })
}
