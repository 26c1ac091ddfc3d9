import { matchesWildcard } from '@portico/core/common'
import type { ActionDirectory, ListedAction, Logger } from '@portico/core/server'
import type { OfferedScope } from '@portico/mcp-actions/common'
import type { ActionFilter, McpActionsSection } from '../config.ts'
import { serverNotFound } from '../errors.ts'

/** An action under the name that agents call it by. */
export interface Tool extends ListedAction {
  readonly tool: string
}

export interface OfferedServer {
  /** Undefined for the one that has everything. */
  readonly id: string | undefined
  readonly name: string
  readonly description?: string | undefined
  readonly instructions?: string | undefined
  readonly filter: { readonly include?: readonly ActionFilter[] | undefined; readonly exclude?: readonly ActionFilter[] | undefined }
}

interface OfferDependencies {
  readonly actions: ActionDirectory
  readonly section: () => McpActionsSection
  readonly portalName: () => string
  readonly log: Logger
  readonly now?: () => number
}

/** Every agent may know this much of its user. */
export const alwaysScope = 'profile:read'
const keptMs = 60_000

/** What agents are offered: servers, and the tools and scopes that these have. */
export function createOffer({ actions, section, portalName, log, now = Date.now }: OfferDependencies) {
  let kept: { readonly until: number; readonly tools: Promise<readonly Tool[]> } | undefined

  async function name(): Promise<readonly Tool[]> {
    const listed = await actions.list()
    const isNamespaced = section().namespacedToolNames
    const count = Map.groupBy(listed, each => plainName(each.name))
    const taken = new Set<string>()
    return listed.map(action => {
      const short = plainName(action.name)
      const isShared = (count.get(short)?.length ?? 0) > 1
      if (!isNamespaced && isShared)
        log.warn({ tool: short, action: action.id }, `several plugins have an action '${short}': its tool keeps the name of its plugin`)
      const wanted = isNamespaced || isShared ? `${plainName(action.pluginId)}.${short}` : short
      let tool = wanted
      for (let at = 2; taken.has(tool); at += 1) tool = `${wanted}-${at}`
      taken.add(tool)
      return { ...action, tool, schema: { ...action.schema, input: withoutNoise(action.schema.input) as Record<string, unknown> } }
    })
  }

  function all(): Promise<readonly Tool[]> {
    if (kept && kept.until > now()) return kept.tools
    const entry = { until: now() + keptMs, tools: name() }
    entry.tools.catch(() => kept === entry && (kept = undefined))
    kept = entry
    return entry.tools
  }

  function servers(): readonly OfferedServer[] {
    const { name: own, description, instructions, servers: named } = section()
    return [
      { id: undefined, name: own ?? portalName(), description, instructions, filter: {} },
      ...Object.entries(named).map(([id, each]) => ({ id, ...each })),
    ]
  }

  function server(id: string | undefined): OfferedServer {
    const found = servers().find(each => each.id === id)
    if (!found) throw serverNotFound(id ?? '')
    return found
  }

  return {
    servers,
    server,
    async tools(id?: string): Promise<readonly Tool[]> {
      const { include, exclude = [] } = server(id).filter
      return (await all()).filter(
        tool => (include === undefined || include.some(filter => isMatch(tool, filter))) && !exclude.some(filter => isMatch(tool, filter)),
      )
    },
    /** Of all servers. */
    async scopes(): Promise<readonly OfferedScope[]> {
      const groups = Map.groupBy(await all(), ({ scope }) => scope)
      return [...groups]
        .map(([scope, tools]) => ({
          scope,
          writes: tools.some(({ attributes }) => !attributes.readOnly),
          tools: tools.map(({ title }) => title),
        }))
        .toSorted((one, other) => Number(one.writes) - Number(other.writes) || one.scope.localeCompare(other.scope))
    },
    forget: () => void (kept = undefined),
  }
}

export type Offer = ReturnType<typeof createOffer>

function plainName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 60)
}

function isMatch(tool: ListedAction, { id, attributes = {} }: ActionFilter): boolean {
  if (id !== undefined && !matchesWildcard(tool.id, id)) return false
  return Object.entries(attributes).every(
    ([name, value]) => value === undefined || tool.attributes[name as keyof ListedAction['attributes']] === value,
  )
}

/** A schema without what tells an agent nothing. */
function withoutNoise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoise)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== '$schema' && !(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER))
      .map(([key, value]) => [key, withoutNoise(value)]),
  )
}
