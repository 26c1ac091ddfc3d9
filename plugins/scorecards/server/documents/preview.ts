import { entityRefOf, relationsOf, builtInKinds, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { Principal } from '@portico/core/server'
import type { EntityPreview, Flip, ResultState } from '@portico/scorecards/common'
import type { Evaluator } from '../evaluating/evaluator.ts'
import { needsOfAll, readInputs, toRelated, withoutHidden } from '../evaluating/read-inputs.ts'
import { facetsOf } from '../results/facets.ts'
import { emptyTally, toScore, addCells } from '../scoring/tally.ts'
import { isMember, levelOf, type Board } from '../scoring/board.ts'
import type { Reading } from '../scoring/reading.ts'
import { stateCodes, type Causes } from '../results/cause-store.ts'
import { toEvaluated } from './documents.ts'
import { stateOf } from './what-if.ts'

export interface PreviewDependencies {
  readonly reading: Reading
  readonly evaluator: Pick<Evaluator, 'evaluate'>
  readonly catalog: Pick<Catalog, 'getEntities' | 'problemsOf'>
  readonly facts: Pick<Facts, 'latest' | 'definitions'> | undefined
  readonly causes: Pick<Causes, 'checkId'>
}

/** What the catalog adds to an entity: relations that others declare, and annotations that say where it comes from. */
function completed(given: Entity, stored: Entity | undefined): Entity {
  const own = relationsOf(given, builtInKinds).map(({ type, target }) => ({ type, targetRef: target }))
  const ofOthers = (stored?.relations ?? []).filter(({ type }) => /(By|Of)$/.test(type) && !own.some(each => each.type === type))
  const kept = Object.entries(stored?.metadata.annotations ?? {}).filter(([key]) =>
    /^backstage\.io\/(managed-by|source|view|edit|orphan)/.test(key),
  )
  const annotations = { ...Object.fromEntries(kept), ...given.metadata.annotations }
  const { status: _status, ...entity } = given
  return { ...entity, metadata: { ...given.metadata, annotations }, relations: [...own, ...ofOthers] } as Entity
}

/** What entities would flip if they were as they are given. Nothing is stored. */
export function createPreview({ reading, evaluator, catalog, facts, causes }: PreviewDependencies) {
  return async (caller: Principal, given: readonly Entity[]): Promise<EntityPreview[]> => {
    const sight = await reading.sightOf(caller)
    const { board, view } = sight
    const refs = given.map(entity => entityRefOf(entity).toLowerCase())
    const seen = await reading.visibleAmong(caller, refs)
    // What the caller may not see is treated as if it were new.
    const visible = (await catalog.getEntities(refs)).map((entity, at) => (seen.has(refs[at]!) ? entity : undefined))
    const stored = await withoutHidden(visible, sight.visible.isAll ? undefined : some => reading.visibleAmong(caller, some))
    const known = refs.filter((_, at) => stored[at])
    const inputs = await readInputs({ catalog, facts }, known, { ...needsOfAll(board.documents), relations: [] })
    const factsOf = new Map(known.map((ref, at) => [ref, inputs.entities[at]?.facts ?? {}]))
    const checks = toEvaluated(board.documents)
    const entities = given.map((entity, at) => ({ entity: completed(entity, stored[at]), facts: factsOf.get(refs[at]!) ?? {} }))
    const related = await relatedTo(
      caller,
      entities.map(({ entity }) => entity),
    )
    const answer = await evaluator.evaluate({ kind: 'evaluate', checks, entities, related, now: Date.now() }, userOf(caller))
    // Nothing of what is given may be kept, so states stand for causes.
    const plain = { ...board, codes: Uint8Array.from([0, ...Object.values(stateCodes)]) }
    const plainCells = (cells: Uint16Array) => cells.map(cause => board.codes[cause] ?? 0)
    return answer.entities.map(({ inputs: read, results }, at): EntityPreview => {
      const before = stored[at] ? plainCells(view.entities.get(refs[at]!)?.cells ?? new Uint16Array(0)) : new Uint16Array(0)
      const numbered = new Map(results.map(result => [causes.checkId(checks[result[0]]!.name) ?? -1, result]))
      const after = new Uint16Array(Math.max(-1, ...numbered.keys()) + 1)
      for (const [number, [, cause]] of numbered) after[number] = stateCodes[answer.causes[cause]!.state]
      const facets = facetsOf(entities[at]!.entity, undefined)
      const flips = board.checks.flatMap(({ name, number }): Flip[] => {
        const [from, to] = [stateOf(plain, before[number] ?? 0), stateOf(plain, after[number] ?? 0)]
        if (from === to || isExemption(from, to)) return []
        const [, cause = -1, places = []] = numbered.get(number) ?? []
        const words = answer.causes[cause]?.message
        const about = { entityRef: refs[at]!, title: facets.title, check: name, inputs: places.map(place => read[place]!) }
        return [
          {
            ...about,
            ...(facets.owner && { owner: facets.owner }),
            ...(from && { from }),
            ...(to && { to }),
            ...(words && { reason: words }),
          },
        ]
      })
      return {
        entityRef: refs[at]!,
        isNew: !stored[at],
        now: scoreOf(plain, before),
        after: scoreOf(plain, after),
        flips,
        levels: levelsOf(plain, before, after),
      }
    })
  }

  /** What the caller may not see is as if it were not there. */
  async function relatedTo(caller: Principal, entities: readonly Entity[]) {
    const targets = [...new Set(entities.flatMap(({ relations = [] }) => relations.map(({ targetRef }) => targetRef.toLowerCase())))]
    const visible = await reading.visibleAmong(caller, targets)
    const stored = await catalog.getEntities(targets)
    const given = new Map(entities.map(entity => [entityRefOf(entity).toLowerCase(), entity]))
    return toRelated(
      new Map(
        targets.flatMap((ref, at) => {
          const entity = (visible.has(ref) ? stored[at] : undefined) ?? given.get(ref)
          return entity ? [[ref, entity] as const] : []
        }),
      ),
    )
  }
}

/** An exemption goes on, whatever the entity becomes. */
const isExemption = (from: ResultState | undefined, to: ResultState | undefined) => from === 'exempt' && to === 'fail'

const userOf = (caller: Principal) => (caller.type === 'user' ? caller.userEntityRef : 'service')

function scoreOf(board: Board, cells: Uint16Array) {
  const tally = emptyTally()
  addCells(tally, cells, board.checks, board.codes)
  return toScore(tally)
}

function levelsOf(board: Board, before: Uint16Array, after: Uint16Array): EntityPreview['levels'] {
  return board.scorecards.flatMap(scorecard => {
    const levelIn = (cells: Uint16Array) =>
      isMember(cells, scorecard.member) ? scorecard.levels[levelOf(scorecard, cells, board.codes) - 1]?.title : undefined
    const [from, to] = [levelIn(before), levelIn(after)]
    const about = { scorecard: scorecard.name, title: scorecard.known.document.metadata.title }
    return from === to ? [] : [{ ...about, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
  })
}
