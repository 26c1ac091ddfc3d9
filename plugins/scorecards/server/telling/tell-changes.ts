import type { ChangedEntity } from '../evaluating/evaluate-batch.ts'
import { documentOf, failCode, isMember, levelOf, passCode, exemptCode, type Board } from '../scoring/board.ts'
import type { ScoreFacts } from './score-facts.ts'
import type { Tell } from './tell.ts'
import type { Webhooks } from './webhooks.ts'

export interface TellingDependencies {
  readonly board: () => Board
  readonly tell: Tell
  readonly webhooks: Webhooks
  readonly storeFacts: ScoreFacts
}

const names = { 0: undefined, 2: 'pass', 3: 'fail', 4: 'unknown', 5: 'exempt' } as Readonly<Record<number, string | undefined>>

/** What follows from changed results: owners, watchers and programs are told, and the facts of scores are stored. */
export function createTelling({ board: boardNow, tell, webhooks, storeFacts }: TellingDependencies) {
  /** Results that were known before: the first ones of an entity or a check are no news. */
  function flipsOf(board: Board, { ref, facets, changes }: ChangedEntity) {
    return changes.flatMap(([number, from, to]) => {
      const check = board.checks.find(each => each.number === number)
      const [before, after] = [board.codes[from] ?? 0, board.codes[to] ?? 0]
      return check && before !== after && before > 1 ? [{ ref, owner: facets.owner, check: check.name, before, after }] : []
    })
  }

  function levelsOf(board: Board, { ref, before, after }: ChangedEntity) {
    return board.scorecards.flatMap(scorecard => {
      if (!isMember(before, scorecard.member) || !isMember(after, scorecard.member)) return []
      const [from, to] = [levelOf(scorecard, before, board.codes), levelOf(scorecard, after, board.codes)]
      if (from === to) return []
      const titleOf = (level: number) => scorecard.levels[level - 1]?.title ?? 'no level'
      return [
        {
          ref,
          scorecard: scorecard.name,
          title: scorecard.known.document.metadata.title,
          from: titleOf(from),
          to: titleOf(to),
          isUp: to > from,
        },
      ]
    })
  }

  return async (changed: readonly ChangedEntity[]): Promise<void> => {
    const board = boardNow()
    await storeFacts(changed.map(({ ref, after }) => ({ ref, cells: after })))
    const flips = changed.flatMap(each => flipsOf(board, each))
    const levels = changed.flatMap(each => levelsOf(board, each))
    const severe = new Map<string, Map<string, string[]>>()
    for (const { ref, owner, check, before, after } of flips) {
      const { severity } = documentOf(board, check).spec
      if (
        after !== failCode ||
        (before !== passCode && before !== exemptCode) ||
        owner === undefined ||
        (severity !== 'critical' && severity !== 'high')
      )
        continue
      const ofOwner = severe.get(owner) ?? new Map<string, string[]>()
      severe.set(owner, ofOwner)
      ofOwner.set(check, [...(ofOwner.get(check) ?? []), ref])
    }
    for (const [owner, checks] of severe)
      for (const [name, refs] of checks) {
        const { metadata, spec } = documentOf(board, name)
        await tell.severe(owner, { name, title: metadata.title, severity: spec.severity }, refs)
      }
    for (const { ref, title, from, to, isUp } of levels)
      await tell.watchers(ref, `${title}: ${isUp ? 'up to' : 'down to'} ${to}`, `The level was ${from} before.`)
    const told = flips.filter(({ after }) => after === failCode || after === passCode)
    for (const [ref, own] of Map.groupBy(told, flip => flip.ref)) {
      const words = own.map(
        ({ check, after }) => `${documentOf(board, check).metadata.title}: begins to ${after === failCode ? 'fail' : 'pass'}`,
      )
      await tell.watchers(
        ref,
        words.length === 1 ? words[0]! : `${words.length} checks changed`,
        words.length === 1 ? '' : words.join('\n'),
      )
    }
    await webhooks.send({
      event: 'flip',
      items: flips.map(({ ref, check, before, after }) => ({ entityRef: ref, check, from: names[before], to: names[after] ?? null })),
    })
    await webhooks.send({ event: 'level', items: levels.map(({ ref, scorecard, from, to }) => ({ entityRef: ref, scorecard, from, to })) })
  }
}
