import { buildSchema, graphql, type GraphQLSchema } from 'graphql'
import { readFileSync } from 'node:fs'
import type { ToolAnswer, ToolRequest } from '../tool.ts'

const file = new URL('../../../systems/tracking/tracking-service/tracking.graphql', import.meta.url)
const minuteMs = 60_000
const states = ['OUT_FOR_DELIVERY', 'AT_DEPOT', 'IN_LOCKER', 'DELIVERED', 'COLLECTED', 'BOOKED']
const locker = { id: 'ghent-dampoort', name: 'Ghent Dampoort', latitude: 51.056, longitude: 3.741, freeCompartments: 7 }

let schema: GraphQLSchema | undefined

/** The tracking graph of the example organisation: its own schema, with a few parcels. */
export async function answerTracking({ method, body }: ToolRequest): Promise<ToolAnswer> {
  if (method !== 'POST') return { status: 405, json: { errors: [{ message: 'Send queries with POST' }] } }
  const given = parse(body)
  if (typeof given?.query !== 'string') return { status: 400, json: { errors: [{ message: 'The body needs a query' }] } }
  schema ??= openSchema()
  const result = await graphql({ schema, source: given.query, rootValue: root, variableValues: given.variables ?? null })
  return { json: result }
}

function openSchema(): GraphQLSchema {
  const built = buildSchema(readFileSync(file, 'utf8'))
  for (const type of Object.values(built.getTypeMap()))
    if ('resolveType' in type) type.resolveType = value => (value as { __typename?: string }).__typename
  return built
}

/** Every number is a parcel: what it says of itself depends on its digits. */
function parcelOf(number: string) {
  const seed = [...number].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)
  const state = states[seed % states.length]!
  const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
  const scan = { __typename: 'Scan', at: at(-190), place: 'Ghent depot', late: seed % 2 === 0 }
  const handover = { __typename: 'Handover', at: at(-12), place: locker.name, to: 'LOCKER', photoUrl: null }
  const events = ['DELIVERED', 'IN_LOCKER'].includes(state) ? [scan, handover] : [scan]
  return {
    number,
    state,
    estimate: state === 'DELIVERED' ? null : { from: at(40), until: at(160), stopsBefore: seed % 19 },
    events: ({ last = 20 }: { readonly last?: number }) => events.slice(-Math.max(0, last)),
    locker: state === 'IN_LOCKER' ? locker : null,
    rider: state === 'OUT_FOR_DELIVERY' ? { latitude: 51.051, longitude: 3.732, seenAt: at(-1) } : null,
  }
}

const root = {
  parcel: ({ number }: { readonly number: string }) => parcelOf(number),
  parcels: ({ first = 25 }: { readonly first?: number }) => {
    const numbers = Array.from({ length: Math.min(Math.max(first, 0), 6) }, (_, at) => `LP44102800${75 + at}X`)
    return { edges: numbers.map(number => ({ cursor: number, node: parcelOf(number) })), hasNextPage: false }
  },
  redirect: ({ input }: { readonly input: { readonly number: string; readonly lockerId?: string } }) =>
    input.lockerId === undefined
      ? { __typename: 'RedirectRefused', reason: 'The neighbour is on holiday', parcel: parcelOf(input.number) }
      : { __typename: 'Redirected', parcel: parcelOf(input.number) },
}

function parse(body: Buffer): { query?: unknown; variables?: Record<string, unknown> | null } | undefined {
  try {
    return JSON.parse(String(body)) as { query?: unknown }
  } catch {
    return undefined
  }
}
