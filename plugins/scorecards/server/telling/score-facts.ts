import type { FactDraft, Facts } from '@portico/connectors/server'
import type { Cells } from '../results/cells.ts'
import type { EntityResults } from '../results/result-store.ts'
import { isMember, levelOf, type Board } from '../scoring/board.ts'
import { addCells, emptyTally, toScore } from '../scoring/tally.ts'

/** What other plugins find of scores: the catalog can filter and sort by it. */
const drafts: readonly FactDraft[] = [
  { name: 'scorecards.score', title: 'Score', type: 'number', unit: '%', indexed: true },
  { name: 'scorecards.level', title: 'Level', type: 'text', indexed: true },
  { name: 'scorecards.levels', title: 'Levels of all scorecards', type: 'list', indexed: true },
  { name: 'scorecards.failing', title: 'Failing checks', type: 'number', indexed: true },
]
const entitiesAtOnce = 1000

type Scored = Pick<EntityResults, 'ref' | 'cells'>

/** Of an entity; nothing where no check is about it. */
function factsOf(board: Board, cells: Cells) {
  const tally = emptyTally()
  if (!addCells(tally, cells, board.checks, board.codes)) return []
  const levels = board.scorecards
    .filter(({ member }) => isMember(cells, member))
    .map(scorecard => ({
      title: scorecard.known.document.metadata.title,
      level: scorecard.levels[levelOf(scorecard, cells, board.codes) - 1]?.title ?? 'None',
    }))
  return [
    { name: 'scorecards.score', value: toScore(tally).score ?? null },
    { name: 'scorecards.level', value: levels[0]?.level ?? null },
    { name: 'scorecards.levels', value: levels.map(({ title, level }) => ({ name: `${title}: ${level}` })) },
    { name: 'scorecards.failing', value: tally.fail },
  ]
}

/** Stores the facts of scores that are others than before. `facts` is absent where they are off. */
export function createScoreFacts({ board: boardNow, facts }: { readonly board: () => Board; readonly facts: Facts | undefined }) {
  const source = facts?.declare('scorecards', drafts)
  const names = drafts.map(({ name }) => name)
  const keyOf = ({ entityRef, name }: { readonly entityRef: string; readonly name: string }) => `${entityRef} ${name}`

  async function storeSome(entities: readonly Scored[]): Promise<void> {
    const board = boardNow()
    const known = (await facts?.latest({ entityRefs: entities.map(({ ref }) => ref), names })) ?? []
    const before = new Map(known.map(fact => [keyOf(fact), JSON.stringify(fact.value)]))
    const values = entities.flatMap(({ ref, cells }) => factsOf(board, cells).map(fact => ({ entityRef: ref, ...fact })))
    const changed = values.filter(fact => before.get(keyOf(fact)) !== JSON.stringify(fact.value))
    if (changed.length > 0) await source?.put(changed)
    const gone = entities.filter(({ cells }) => !cells.some(cause => cause !== 0)).map(({ ref }) => ref)
    if (gone.length > 0) await source?.remove(gone)
  }

  return async (entities: Iterable<Scored>): Promise<void> => {
    const all = source ? [...entities] : []
    for (let at = 0; at < all.length; at += entitiesAtOnce) await storeSome(all.slice(at, at + entitiesAtOnce))
  }
}

export type ScoreFacts = ReturnType<typeof createScoreFacts>
