import { matchCommands, type Command, type CommandSearch } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths } from '@portico/scorecards/common'
import { scorecardsMessages } from './messages.ts'

const maxShown = 5

/** Scorecards and checks by their titles, for the command palette. */
export async function searchScorecards(words: string, { client, signal }: CommandSearch): Promise<readonly Command[]> {
  const [cards, checks] = await Promise.all([
    client.call(scorecardsApi.listScorecards, { query: {} }, { signal }),
    client.call(scorecardsApi.listChecks, { query: {} }, { signal }),
  ])
  const commands = [
    ...cards.items.map(({ name, title }) => ({
      id: `scorecard:${name}`,
      title,
      subtitle: scorecardsMessages.scorecard,
      to: scorecardsPaths.scorecard(name),
    })),
    ...checks.items.map(({ name, title }) => ({
      id: `check:${name}`,
      title,
      subtitle: scorecardsMessages.check,
      to: scorecardsPaths.check(name),
    })),
  ]
  return matchCommands(commands, words, ({ title }) => [title]).slice(0, maxShown)
}
