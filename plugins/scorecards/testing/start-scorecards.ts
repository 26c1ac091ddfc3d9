import { startCatalog } from '@portico/catalog/testing'
import { connectorsPlugin } from '@portico/connectors/server'
import { eventually, type TestServerOptions } from '@portico/core/testing'
import { notificationsPlugin } from '@portico/notifications/server'
import { signalsPlugin } from '@portico/signals/server'
import { scorecardsApi } from '@portico/scorecards/common'
import { scorecardsPlugin } from '@portico/scorecards/server'

/** A catalog with scorecards, facts and notifications. */
export async function startScorecards(files: Readonly<Record<string, string>>, options: TestServerOptions = {}) {
  const catalog = await startCatalog(files, {
    ...options,
    plugins: [connectorsPlugin, signalsPlugin, notificationsPlugin, scorecardsPlugin, ...(options.plugins ?? [])],
  })
  const { server } = catalog
  return {
    ...catalog,
    /** Saves a document in the portal. */
    save: (text: string) => {
      const { kind, metadata } = JSON.parse(text) as { kind: string; metadata: { name: string } }
      return server.call(scorecardsApi.putDocument, { params: { kind, name: metadata.name }, body: { text } })
    },
    /** Waits until so many entities belong to a scorecard. */
    untilMembers: (name: string, count: number) =>
      eventually(async () => {
        const { entities } = await server.call(scorecardsApi.getScorecard, { params: { name }, query: {} })
        if (entities !== count) throw new Error(`${name} has ${entities} entities`)
      }),
    /** Waits until a result of an entity is as it should be. */
    untilResult: (entityRef: string, check: string, isIt: (state: string | undefined) => boolean) =>
      eventually(async () => {
        const { items } = await server.call(scorecardsApi.listEntities, { query: { check, limit: 200 } })
        const state = items.find(item => item.entityRef === entityRef)?.result?.state
        if (!isIt(state)) throw new Error(`${check} of ${entityRef} is ${String(state)}`)
      }),
  }
}

/** A check as a document; JSON is YAML too. */
export function checkDocument(name: string, expression: string, spec: object = {}): string {
  const base = { owner: 'group:default/team-a', expression, why: 'It matters', ...spec }
  return JSON.stringify({ apiVersion: 'portico/v1', kind: 'Check', metadata: { name, title: `Check ${name}` }, spec: base })
}

/** A scorecard as a document. */
export function scorecardDocument(name: string, spec: object): string {
  return JSON.stringify({
    apiVersion: 'portico/v1',
    kind: 'Scorecard',
    metadata: { name, title: `Scorecard ${name}` },
    spec: { owner: 'group:default/team-a', ...spec },
  })
}
