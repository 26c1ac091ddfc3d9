import { parseEntityRef } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Principal } from '@portico/core/server'
import type { CheckDocument, FilledFix, NextStep } from '@portico/scorecards/common'
import type { Evaluator } from '../evaluating/evaluator.ts'
import type { Facts } from '@portico/connectors/server'
import { readInputs } from '../evaluating/read-inputs.ts'
import type { EntityResults } from '../results/result-store.ts'
import type { Visibility } from '../results/visibility.ts'
import { documentOf, failCode, isMember, levelOf, unknownCode, type Board, type BoardScorecard, type CountedCheck } from './board.ts'
import type { EntityHistory } from './entity-history.ts'

const efforts = { small: 1, medium: 2, large: 4 } as const

/** A step before it is shown: enough to order many. */
export interface StepDraft {
  readonly each: EntityResults
  readonly check: CountedCheck
  readonly state: 'fail' | 'unknown'
  readonly gain: number
  readonly rank: number
  readonly unlocks?: { readonly scorecard: BoardScorecard; readonly level: number }
}

const hasOpen = (cells: EntityResults['cells'], { number }: CountedCheck, codes: Uint8Array) => {
  const code = codes[cells[number] ?? 0]
  return code === failCode || code === unknownCode
}

/** What an entity can do next: by how much each failing or unknown check raises its score, and which level it alone unlocks. */
export function stepsOf(board: Board, each: EntityResults, only?: BoardScorecard): StepDraft[] {
  const { cells } = each
  const scorecards = (only ? [only] : board.scorecards).filter(({ member }) => isMember(cells, member))
  const groups = scorecards.length > 0 ? scorecards : only ? [] : [{ checks: board.checks, levels: [] }]
  const steps = new Map<string, { check: CountedCheck; gain: number; unlocks?: StepDraft['unlocks'] }>()
  for (const group of groups) {
    const applying = group.checks.filter(({ number }) => (cells[number] ?? 0) !== 0)
    const all = applying.reduce((sum, { weight }) => sum + weight, 0)
    const reached = 'member' in group ? levelOf(group, cells, board.codes) : 0
    const missing = (group.levels[reached]?.checks ?? []).filter(check => hasOpen(cells, check, board.codes))
    for (const check of applying) {
      if (!hasOpen(cells, check, board.codes)) continue
      const step = steps.get(check.name) ?? { check, gain: 0 }
      step.gain += all > 0 ? (100 * check.weight) / all / groups.length : 0
      if ('member' in group && missing.length === 1 && missing[0]!.name === check.name) step.unlocks = { scorecard: group, level: reached }
      steps.set(check.name, step)
    }
  }
  return [...steps.values()].map(({ check, gain, unlocks }) => {
    const { effort } = documentOf(board, check.name).spec
    const state = board.codes[cells[check.number] ?? 0] === failCode ? 'fail' : 'unknown'
    const rank = (gain * (unlocks ? 1.5 : 1)) / efforts[effort]
    return { each, check, state, gain: round(gain), rank: round(rank), ...(unlocks && { unlocks }) }
  })
}

export const inOrder = (a: StepDraft, b: StepDraft) =>
  b.rank - a.rank || a.each.ref.localeCompare(b.each.ref) || a.check.name.localeCompare(b.check.name)
const round = (value: number) => Math.round(value * 100) / 100

export interface StepDependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'problemsOf'>
  readonly facts: Pick<Facts, 'latest' | 'definitions'> | undefined
  readonly evaluator: Pick<Evaluator, 'fill'>
  readonly history: EntityHistory
  readonly visibility: Pick<Visibility, 'among'>
}

/** Fills fixes for entities, and shows steps. */
export function createSteps({ catalog, facts, evaluator, history, visibility }: StepDependencies) {
  async function fillFixes(caller: Principal, ref: string, checks: readonly CheckDocument[]): Promise<ReadonlyMap<string, FilledFix>> {
    const withFix = checks.filter(({ spec }) => spec.fix)
    if (withFix.length === 0) return new Map()
    const { entities } = await readInputs({ catalog, facts }, [ref], { facts: [], relations: [] }, refs => visibility.among(caller, refs))
    const [given] = entities
    const texts = withFix.flatMap(({ spec: { fix } }) => [
      fix!.text ?? '',
      JSON.stringify(fix!.links ?? []),
      JSON.stringify(fix!.template?.values ?? {}),
    ])
    const filled = given ? await fillAll(texts, given) : texts
    return new Map(
      withFix.map(({ metadata, spec: { fix } }, at) => {
        const [text = '', links = '[]', values = '{}'] = filled.slice(at * 3, at * 3 + 3)
        return [metadata.name, toFix(fix!.template?.ref, { text, links: JSON.parse(links), values: JSON.parse(values) })]
      }),
    )
  }

  /** Texts in JSON are filled one by one: what an expression gives may hold quotes. */
  async function fillAll(
    texts: readonly string[],
    given: NonNullable<Awaited<ReturnType<typeof readInputs>>['entities'][number]>,
  ): Promise<string[]> {
    const parts = texts.map((text, at) => (at % 3 === 0 ? [text] : stringsIn(JSON.parse(text))))
    const filled = await evaluator.fill({ entity: given.entity, facts: given.facts, texts: parts.flat() })
    let next = 0
    return texts.map((text, at) => {
      const own = filled.slice(next, (next += parts[at]!.length))
      if (at % 3 === 0) return own[0] ?? ''
      let place = 0
      return JSON.stringify(JSON.parse(text), (_, value: unknown) => (typeof value === 'string' ? (own[place++] ?? value) : value))
    })
  }

  return {
    fillFixes,
    async show(caller: Principal, board: Board, drafts: readonly StepDraft[], asOf?: string): Promise<NextStep[]> {
      const refs = [...new Set(drafts.map(({ each }) => each.ref))]
      const known = new Map(
        await Promise.all(
          refs.map(async ref => {
            const own = drafts.filter(({ each }) => each.ref === ref).map(({ check }) => check)
            const [results, fixes] = await Promise.all([
              history.resultsOf(caller, ref, own, asOf),
              fillFixes(
                caller,
                ref,
                own.map(({ name }) => documentOf(board, name)),
              ),
            ])
            return [ref, { results, fixes }] as const
          }),
        ),
      )
      return drafts.map(({ each, check, state, gain, rank, unlocks }): NextStep => {
        const { metadata, spec } = documentOf(board, check.name)
        const { results, fixes } = known.get(each.ref)!
        const result = results.get(check.name)
        const fix = fixes.get(check.name)
        const level = unlocks?.scorecard.levels[unlocks.level]
        return {
          check: check.name,
          title: metadata.title,
          severity: spec.severity,
          effort: spec.effort,
          gain,
          rank,
          entityRef: each.ref,
          entityTitle: each.facets.title,
          state,
          since: result?.since ?? new Date().toISOString(),
          ...(level && { unlocks: { scorecard: unlocks!.scorecard.name, level: level.name, title: level.title } }),
          ...(result?.reason && { reason: result.reason.message }),
          ...(fix && { fix }),
        }
      })
    },
  }
}

export type Steps = ReturnType<typeof createSteps>

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

function toFix(
  ref: string | undefined,
  { text, links, values }: { text: string; links: { title: string; url: string }[]; values: Record<string, never> },
): FilledFix {
  const template = ref === undefined ? undefined : { ref, values, path: templatePath(ref, values) }
  // What an expression gives may be no address that may be opened.
  const safe = links.filter(({ url }) => /^(https?:\/\/|\/(?!\/))/.test(url))
  return { ...(text !== '' && { text }), links: safe, ...(template && { template }) }
}

/** The form of a template with answers filled in, as the scaffolder reads them from its address. */
function templatePath(ref: string, values: object): string {
  const { namespace, name } = parseEntityRef(ref, { defaultKind: 'template', defaultNamespace: 'default' })
  return `/create/templates/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}?formData=${encodeURIComponent(JSON.stringify(values))}`
}
