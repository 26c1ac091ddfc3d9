import type { DocumentProblem, FactDefinition } from '@portico/connectors/common'
import type { Integrations } from '@portico/integrations/server'
import type { ConnectorsSection } from './config.ts'
import type { ConnectorDocument, ConnectorFact, ConnectorRequest } from './documents/document.ts'
import type { Documents, KnownDocument } from './documents/documents.ts'
import type { Definitions } from './facts/definitions.ts'
import { defaultTarget, toTargets, type Target, type TargetProblem } from './targets/targets.ts'

/** The request of facts that are computed from others. No document can name one so. */
export const computed = '(computed)'
const computedEveryMs = 900_000

/** A connector that is on. */
export interface Connector {
  readonly name: string
  readonly document: ConnectorDocument
  readonly targets: ReadonlyMap<string, Target>
  /** The annotations by which entities match. */
  readonly keys: readonly string[]
  /** Its requests, and where facts are computed the one for them. */
  readonly requests: readonly ConnectorRequest[]
  /** Whole names of its facts. */
  readonly factNames: readonly string[]
  /** Whole names of the facts that its expressions read. */
  readonly reads: readonly string[]
  readonly usesFacts: boolean
}

/** A document with how it is used. */
export interface ConnectorState extends KnownDocument {
  readonly state: 'on' | 'off' | 'invalid'
  /** Why it is off. */
  readonly reason?: string | undefined
  readonly targetProblems: readonly TargetProblem[]
  readonly connector: Connector | undefined
}

interface Dependencies {
  readonly documents: Pick<Documents, 'all'>
  readonly definitions: Definitions
  readonly integrations: Pick<Integrations, 'list'>
}

/** Which connectors there are, and which of them are on: those with a target, or those that need none and are switched on. */
export function createConnectors({ documents, definitions, integrations }: Dependencies) {
  let states = new Map<string, ConnectorState>()

  function toState(known: KnownDocument, section: ConnectorsSection): ConnectorState {
    const { name, document } = known
    if (!document) return { ...known, state: 'invalid', reason: known.problems[0]?.message, targetProblems: [], connector: undefined }
    if (definitions.ownerOf(name) === 'plugin') {
      const message = `facts of '${name}' belong to a plugin: give the connector another name`
      const problems = [{ file: known.file, key: 'metadata.name', message }]
      return { ...known, problems, state: 'invalid', reason: message, targetProblems: [], connector: undefined }
    }
    const { enabled, every } = section.packs[name] ?? {}
    const { targets, problems } = toTargets(document, section.targets[name] ?? [], integrations)
    const off = (reason: string): ConnectorState => ({ ...known, state: 'off', reason, targetProblems: problems, connector: undefined })
    if (enabled === false) return off('It is switched off in the config')
    const needsTarget = document.spec.requests.length > 0
    if (needsTarget && targets.length === 0)
      return off(
        problems[0]
          ? `The target '${problems[0].name}' cannot be used: ${problems[0].problem}`
          : `No target is configured in connectors.targets.${name}`,
      )
    if (!needsTarget && enabled !== true && known.origin === 'pack') return off(`It is not switched on in connectors.packs.${name}`)
    return { ...known, state: 'on', targetProblems: problems, connector: toConnector(name, document, targets, every) }
  }

  return {
    /** Takes what the documents and the config say now. Returns the names of those that are on. */
    apply(section: ConnectorsSection): void {
      const next = new Map(documents.all().map(known => [known.name, toState(known, section)]))
      for (const [name, { connector }] of states) if (connector && !next.get(name)?.connector) definitions.withdraw(name)
      for (const { connector } of next.values()) if (connector) definitions.declare('connector', connector.name, toDrafts(connector))
      states = next
    },
    all: (): readonly ConnectorState[] => [...states.values()],
    state: (name: string): ConnectorState | undefined => states.get(name),
    active: (): readonly Connector[] => [...states.values()].flatMap(({ connector }) => connector ?? []),
    find: (name: string): Connector | undefined => states.get(name)?.connector,
  }
}

export type Connectors = ReturnType<typeof createConnectors>

function toConnector(name: string, document: ConnectorDocument, targets: readonly Target[], every: number | undefined): Connector {
  const { annotations, requests, facts } = document.spec
  const alone = facts.filter(({ from }) => from === undefined)
  const ownEvery = alone.flatMap(fact => fact.every ?? [])
  const compute: ConnectorRequest[] =
    alone.length === 0
      ? []
      : [{ name: computed, method: 'GET', path: '', accept: 'json', every: ownEvery.length > 0 ? Math.min(...ownEvery) : computedEveryMs }]
  const sources = JSON.stringify(document.spec)
  const named = [...sources.matchAll(/\$fact\(\s*(?:\\"|')([A-Za-z0-9_.-]+)(?:\\"|')\s*\)/g)].map(([, fact = '']) => fact)
  return {
    name,
    document,
    targets: new Map(targets.map(target => [target.name, target])),
    keys: annotations.filter(({ use }) => use === undefined).map(({ key }) => key),
    requests: [...requests.map(request => (every === undefined ? request : { ...request, every })), ...compute],
    factNames: facts.map(fact => `${name}.${fact.name}`),
    reads: [...new Set(named.map(fact => (fact.includes('.') ? fact : `${name}.${fact}`)))],
    usesFacts: sources.includes('$fact('),
  }
}

/** After which time a value is stale: what the request says, or three times its own time. */
export function staleAfterOf({ every, staleAfter }: ConnectorRequest): number {
  return staleAfter ?? Math.max(3 * every, 900_000)
}

function toDrafts({ name, document, requests }: Connector): Omit<FactDefinition, 'source'>[] {
  return document.spec.facts.map(({ from, value: _value, every: _every, ...fact }) => {
    const request = requests.find(each => each.name === (from?.[0] ?? computed))
    return {
      ...fact,
      name: `${name}.${fact.name}`,
      history: fact.history ?? fact.type !== 'list',
      ...(request && { staleAfter: staleAfterOf(request) }),
    }
  })
}

/** The facts that a request fills, as far as those that come before it in their `from` were left out. */
export function factsOf({ document }: Connector, request: string, isLeftOut: (request: string) => boolean): readonly ConnectorFact[] {
  return document.spec.facts.filter(({ from }) => {
    if (from === undefined) return request === computed
    const at = from.indexOf(request)
    return at !== -1 && from.slice(0, at).every(isLeftOut)
  })
}

/** The one that an entity without a name of a target has. */
export function targetOf({ targets }: Connector, named: string | undefined): string {
  if (named !== undefined) return named
  return targets.has(defaultTarget) || targets.size !== 1 ? defaultTarget : ([...targets.keys()][0] ?? defaultTarget)
}

/** What is wrong besides documents, for those who look. */
export function problemsOf(state: ConnectorState): readonly DocumentProblem[] {
  return [...state.problems, ...targetProblemsOf(state)]
}

export function targetProblemsOf({ targetProblems, name }: ConnectorState): readonly DocumentProblem[] {
  return targetProblems.map(({ name: target, problem }) => ({
    file: 'config',
    key: `connectors.targets.${name}`,
    message: `The target '${target}' cannot be used: ${problem}`,
  }))
}
