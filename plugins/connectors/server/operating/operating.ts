import type { ConnectorDetails, ConnectorSummary, MatchedEntity, TargetState, UnnamedState } from '@portico/connectors/common'
import type { Catalog } from '@portico/catalog/server'
import type { Inspection, Principal } from '@portico/core/server'
import { computed, problemsOf, staleAfterOf, type Connectors, type ConnectorState } from '../connectors.ts'
import type { TargetSpec } from '../documents/document.ts'
import { connectorNotFound } from '../errors.ts'
import type { Definitions } from '../facts/definitions.ts'
import type { FactStore } from '../facts/fact-store.ts'
import type { VisibleEntities } from '../facts/visible-entities.ts'
import { matchEntity } from '../schedule/entity-scope.ts'
import type { TargetRecord, WorkStore } from '../schedule/work-store.ts'
import type { Target } from '../targets/targets.ts'

interface Dependencies {
  readonly connectors: Connectors
  readonly definitions: Pick<Definitions, 'all'>
  readonly work: WorkStore
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly visible: Pick<VisibleEntities, 'among'>
  readonly wake: () => void
  readonly factStore: Pick<FactStore, 'failures' | 'failing' | 'statesBesides'>
  /** What of the config leads nowhere. */
  readonly unused: () => readonly string[]
}

const maxErrors = 20
const maxRequests = 30
const maxStates = 20

/** What operators see of connectors. */
export function createOperating({ connectors, definitions, work, catalog, visible, wake, factStore, unused }: Dependencies) {
  type Records = Awaited<ReturnType<WorkStore['targets']>>
  type Counts = Awaited<ReturnType<typeof countAll>>

  /** Requests that fail, and facts whose expression fails. */
  async function countAll() {
    const [requests, facts] = await Promise.all([work.counts(), factStore.failing()])
    const names = new Set([...requests.keys(), ...facts.keys()])
    return new Map(
      [...names].map(name => {
        const { entities = 0, read = 0, failing = 0 } = requests.get(name) ?? {}
        return [name, { entities, read, failing, failingFacts: facts.get(name) ?? 0 }] as const
      }),
    )
  }

  function toSummary(state: ConnectorState, counts: Counts, records: Records): ConnectorSummary {
    const { name, document, connector, origin, file, reason } = state
    const { entities = 0, read = 0, failing: failingRequests = 0, failingFacts = 0 } = counts.get(name) ?? {}
    const failing = Math.max(failingRequests, failingFacts)
    const [problem] = state.problems
    const own = records.filter(each => each.connector === name)
    const failed = own.find(({ error }) => error !== undefined)
    const last = own
      .flatMap(({ requests }) => requests[0]?.at ?? [])
      .toSorted()
      .at(-1)
    const { title = name, description, icon, docs } = document?.metadata ?? {}
    const shown =
      state.state !== 'on'
        ? state.state
        : problem
          ? 'invalid'
          : failed || failing > 0
            ? 'failing'
            : read > 0 || entities === 0
              ? 'ok'
              : 'waiting'
    const failure =
      failingRequests > 0 ? `${failingRequests} of its requests fail` : failingFacts > 0 ? `${failingFacts} of its facts fail` : undefined
    const why = state.state !== 'on' ? reason : problem ? `The version before it is in use: ${problem.message}` : (failed?.error ?? failure)
    return {
      name,
      title,
      description,
      icon,
      docs,
      state: shown,
      reason: why,
      origin,
      file,
      targets: connector?.targets.size ?? 0,
      entities,
      facts: document?.spec.facts.length ?? 0,
      failing,
      lastRequestAt: last,
    }
  }

  /** States that tools answer and documents do not name. */
  async function unnamedStates({ name, document }: ConnectorState): Promise<UnnamedState[]> {
    const facts = (document?.spec.facts ?? []).filter(({ type, states }) => type === 'state' && !states?.['*'])
    const found = facts.map(async fact => {
      const states = await factStore.statesBesides(`${name}.${fact.name}`, Object.keys(fact.states ?? {}), maxStates)
      return states.map(state => ({ fact: fact.name, state }))
    })
    return (await Promise.all(found)).flat()
  }

  function found(name: string): ConnectorState {
    const state = connectors.state(name)
    if (!state) throw connectorNotFound(name)
    return state
  }

  return {
    async list(): Promise<ConnectorSummary[]> {
      const [counts, records] = await Promise.all([countAll(), work.targets()])
      return connectors
        .all()
        .map(state => toSummary(state, counts, records))
        .toSorted((one, other) => (one.title < other.title ? -1 : 1))
    },
    async details(caller: Principal, name: string): Promise<ConnectorDetails> {
      const state = found(name)
      const [counts, records, ofRequests, ofFacts, unnamed] = await Promise.all([
        countAll(),
        work.targets(name),
        work.errors(name, maxErrors),
        factStore.failures(name, maxErrors),
        unnamedStates(state),
      ])
      const errors = [
        ...ofRequests.map(row => ({
          at: row.checked_at ?? row.due_at,
          ref: row.entity_ref,
          request: row.request,
          code: 'connectors.failed',
          message: row.error ?? '',
        })),
        // What failed with its request is told of that.
        ...ofFacts
          .filter(row => !ofRequests.some(each => each.entity_ref === row.entity_ref && each.error === row.error?.message))
          .map(row => ({
            at: new Date(row.error?.since ?? row.checked_at),
            ref: row.entity_ref,
            request: row.name,
            code: row.error?.code ?? '',
            message: row.error?.message ?? '',
          })),
      ].slice(0, maxErrors)
      const seen = await visible.among(
        caller,
        errors.map(({ ref }) => ref),
      )
      const spec = state.document?.spec
      const requests = state.connector?.requests ?? spec?.requests ?? []
      return {
        ...toSummary(state, counts, records),
        problems: [...problemsOf(state)],
        annotations: (spec?.annotations ?? []).map(({ key, description, use }) => ({ key, description, isTarget: use === 'target' })),
        ...(spec && spec.requests.length > 0 && { target: toNeeds(spec.target) }),
        targetStates: [...(state.connector?.targets.values() ?? [])].map(target =>
          toTargetState(
            target,
            records.find(each => each.target === target.name),
          ),
        ),
        requests: requests
          .filter(each => each.name !== computed)
          .map(each => ({ name: each.name, method: each.method, path: each.path, everyMs: each.every, staleAfterMs: staleAfterOf(each) })),
        factDefinitions: definitions.all().filter(({ source }) => source === name),
        unnamedStates: unnamed,
        actions: (spec?.actions ?? []).map(action => ({ name: action.name, title: action.title })),
        webhooks: (spec?.webhooks ?? []).flatMap(webhook =>
          [...(state.connector?.targets.keys() ?? [])].map(target => ({
            name: webhook.name,
            path: `/api/connectors/webhooks/${name}/${encodeURIComponent(target)}`,
          })),
        ),
        lastRequests: records
          .flatMap(record => record.requests)
          .toSorted((one, other) => (one.at < other.at ? 1 : -1))
          .slice(0, maxRequests),
        errors: errors.map(({ at, ref, ...rest }) => ({ ...rest, at: at.toISOString(), ...(seen.has(ref) && { entityRef: ref }) })),
      }
    },
    async matched(
      caller: Principal,
      name: string,
      { limit, after = '' }: { readonly limit: number; readonly after?: string | undefined },
    ): Promise<{ items: MatchedEntity[]; total: number; next?: string }> {
      const { connector } = found(name)
      const [rows, counts] = await Promise.all([work.entities(name, after, limit + 1), work.counts()])
      const page = rows.slice(0, limit)
      const seen = await visible.among(
        caller,
        page.map(row => row.entity_ref),
      )
      const shown = page.filter(row => seen.has(row.entity_ref))
      const entities = await catalog.getEntities(shown.map(row => row.entity_ref))
      const items = shown.map((row, at): MatchedEntity => {
        const entity = entities[at]
        const annotation = entity && connector ? matchEntity(connector, entity)?.annotation : undefined
        return {
          entityRef: row.entity_ref,
          target: row.target,
          annotations: { ...annotation },
          nextAt: row.next_at.toISOString(),
          ...(row.checked_at && { checkedAt: row.checked_at.toISOString() }),
          ...(row.error !== null && { error: row.error }),
        }
      })
      const last = rows.length > limit ? page.at(-1)?.entity_ref : undefined
      return { items, total: counts.get(name)?.entities ?? 0, ...(last !== undefined && { next: last }) }
    },
    async refresh(name: string): Promise<{ entities: number }> {
      found(name)
      const entities = await work.hurry({ connector: name })
      wake()
      return { entities }
    },
    /** For the system page. */
    async problems(): ReturnType<Parameters<Inspection['reportProblems']>[1]> {
      const records = await work.targets()
      const wrong = [
        ...unused().map(message => ({ subject: 'config', message })),
        ...connectors.all().flatMap(state => [
          ...problemsOf(state).map(({ file, line, column, key, message }) => ({
            subject: state.name,
            message: `${[file, line, column].filter(part => part !== undefined).join(':')}: ${key === undefined ? '' : `${key}: `}${message}`,
          })),
          ...records
            .filter(each => each.connector === state.name && state.connector?.targets.has(each.target) && each.error !== undefined)
            .map(({ target, error }) => ({ subject: `${state.name} (${target})`, message: error ?? '' })),
        ]),
      ]
      return { title: 'Connectors that do not work', count: wrong.length, items: wrong.slice(0, 50) }
    },
  }
}

export type Operating = ReturnType<typeof createOperating>

function toNeeds({ auth, baseUrl, headers = [], values }: TargetSpec): ConnectorDetails['target'] {
  const wanted = Object.keys(values).filter(key => values[key]?.default === undefined)
  return { auth, hasBaseUrl: baseUrl !== undefined, headers, values: wanted }
}

function toTargetState(target: Target, record: TargetRecord | undefined): TargetState {
  const { name, baseUrl, auth, perMinute, concurrent } = target
  const { error, isLimited = false, pausedUntil, lastOkAt, sentInMinute = 0 } = record ?? {}
  const isPaused = pausedUntil !== undefined && pausedUntil.getTime() > Date.now()
  return {
    name,
    baseUrl,
    auth: auth.type === 'integration' ? `integration ${new URL(target.webUrl).host}` : auth.type,
    state: isLimited && isPaused ? 'limited' : error !== undefined ? 'failing' : lastOkAt === undefined ? 'waiting' : 'ok',
    perMinute,
    concurrent,
    requestsInLastMinute: sentInMinute,
    error,
    pausedUntil: isPaused ? pausedUntil.toISOString() : undefined,
  }
}
