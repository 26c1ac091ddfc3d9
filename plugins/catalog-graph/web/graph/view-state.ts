import { toEntityRef } from '@portico/catalog/common'
import { parseQuery, toQuery, type QueryValue } from '@portico/core/web'
import type { EdgeCurve, GraphDirection } from '@portico/ui'

/** The names that the reference's page has for its curves, so that its links work here. */
export const curves = ['curveMonotoneX', 'curveStepBefore'] as const
export type Curve = (typeof curves)[number]

/** The name of a curve in the UI kit. */
export function toEdgeCurve(curve: Curve): EdgeCurve {
  return curve === 'curveStepBefore' ? 'straight' : 'curved'
}

/** What boxes are drawn around: nothing, systems, or systems in the lanes of their domains. */
export const groupings = ['none', 'system', 'domain'] as const
export type GroupBy = (typeof groupings)[number]

const directions: readonly GraphDirection[] = ['LR', 'RL', 'TB', 'BT']

/** More targets of one relation of an entity than are shown at first. */
export interface Expansion {
  readonly from: string
  readonly relation: string
  /** How many more. */
  readonly extra: number
}

/** Everything that decides what the page shows. It lives in the address. */
export interface ViewState {
  readonly rootEntityRefs: readonly string[]
  /** `Infinity`: as far as it goes. */
  readonly maxDepth: number
  /** Lower-cased; empty: all. */
  readonly selectedKinds: readonly string[]
  /** Empty: all. */
  readonly selectedRelations: readonly string[]
  /** Only the relations that lead away from the roots. */
  readonly unidirectional: boolean
  /** A relation and its opposite are one line. */
  readonly mergeRelations: boolean
  readonly direction: GraphDirection
  readonly curve: Curve
  readonly groupBy: GroupBy
  readonly showFilters: boolean
  readonly expanded: readonly Expansion[]
  /** Shows the path from the first root to this entity instead of the neighbourhood. */
  readonly pathTo: string | undefined
  /** The moment of the past that is looked at, as the address has it. */
  readonly asOf: string | undefined
}

export const initialView: ViewState = {
  rootEntityRefs: [],
  maxDepth: 2,
  selectedKinds: [],
  selectedRelations: [],
  unidirectional: true,
  mergeRelations: true,
  direction: 'LR',
  curve: 'curveMonotoneX',
  groupBy: 'none',
  showFilters: true,
  expanded: [],
  pathTo: undefined,
  asOf: undefined,
}

export const maxRoots = 20
export const maxExtra = 2_000

/** What an address asks for; the direction is that of the window where it names none. Invalid parameters are ignored. */
export function readView(search: string, direction: GraphDirection = initialView.direction): ViewState {
  const query = parseQuery(search)
  return {
    rootEntityRefs: refsIn(query['rootEntityRefs']).slice(0, maxRoots),
    maxDepth: toDepth(query['maxDepth']),
    selectedKinds: unique(textsIn(query['selectedKinds']).map(kind => kind.toLowerCase())),
    selectedRelations: unique(textsIn(query['selectedRelations'])),
    unidirectional: toSwitch(query['unidirectional'], initialView.unidirectional),
    mergeRelations: toSwitch(query['mergeRelations'], initialView.mergeRelations),
    direction: oneOf(directions, query['direction'], direction),
    curve: oneOf(curves, query['curve'], initialView.curve),
    groupBy: oneOf(groupings, query['groupBy'], initialView.groupBy),
    showFilters: toSwitch(query['showFilters'], initialView.showFilters),
    expanded: textsIn(query['expanded']).flatMap(toExpansion),
    pathTo: refsIn(query['pathTo'])[0],
    asOf: textsIn(query['asOf'])[0],
  }
}

/** The address of a view, without default values. */
export function writeView(view: Partial<ViewState>, direction: GraphDirection = initialView.direction): string {
  const usual = { ...initialView, direction }
  const given = { ...usual, ...view }
  const differs = <K extends keyof ViewState>(key: K, value: string) => (given[key] === usual[key] ? undefined : value)
  return toQuery({
    rootEntityRefs: given.rootEntityRefs,
    maxDepth: differs('maxDepth', Number.isFinite(given.maxDepth) ? String(given.maxDepth) : '0'),
    selectedKinds: given.selectedKinds,
    selectedRelations: given.selectedRelations,
    unidirectional: differs('unidirectional', String(given.unidirectional)),
    mergeRelations: differs('mergeRelations', String(given.mergeRelations)),
    direction: differs('direction', given.direction),
    curve: differs('curve', given.curve),
    groupBy: differs('groupBy', given.groupBy),
    showFilters: differs('showFilters', String(given.showFilters)),
    expanded: given.expanded.map(({ from, relation, extra }) => `${relation}:${extra}:${from}`),
    pathTo: given.pathTo,
    asOf: given.asOf,
  })
}

/** Asks for more of one entity's relations: about twice as many each time. */
export function expandView(view: ViewState, from: string, relation: string): ViewState {
  const isSame = (each: Expansion) => each.from === from && each.relation === relation
  const before = view.expanded.find(isSame)?.extra ?? 0
  const extra = Math.min(maxExtra, before * 2 + 25)
  return { ...view, expanded: [...view.expanded.filter(each => !isSame(each)), { from, relation, extra }] }
}

function toExpansion(text: string): Expansion[] {
  const [, relation, digits, ref] = /^([^:]+):(\d{1,4}):(.+)$/.exec(text) ?? []
  const from = ref === undefined ? undefined : toEntityRef(ref)
  if (relation === undefined || from === undefined) return []
  return [{ from, relation, extra: Math.min(maxExtra, Number(digits)) }]
}

function toDepth(value: QueryValue | undefined): number {
  if (value === 'infinity' || value === '∞') return Infinity
  if (typeof value !== 'string' || !/^-?\d{1,4}$/.test(value)) return initialView.maxDepth
  return Number(value) <= 0 ? Infinity : Number(value)
}

function toSwitch(value: QueryValue | undefined, otherwise: boolean): boolean {
  return value === 'true' || (value === 'false' ? false : otherwise)
}

function oneOf<T extends string>(known: readonly T[], value: QueryValue | undefined, otherwise: T): T {
  return known.find(each => each === value) ?? otherwise
}

function textsIn(value: QueryValue | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : []
}

function refsIn(value: QueryValue | undefined): string[] {
  return unique(
    textsIn(value)
      .map(ref => toEntityRef(ref))
      .filter(ref => ref !== undefined),
  )
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
