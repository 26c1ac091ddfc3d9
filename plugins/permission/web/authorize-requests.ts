import type { Client, PermissionAnswer, PermissionQuery } from '@portico/core/web'
import { AppError } from '@portico/core/common'
import { permissionApi, type Answer, type Check, type Refusal } from '@portico/permission/common'

/** A pending check. */
export interface Waiting {
  readonly query: PermissionQuery
  readonly settle: (answer: PermissionAnswer) => void
  readonly fail: (error: unknown) => void
}

/** The maximum number of resources in one request: well below the limit of the server. */
const maxRefs = 500

/** Sends each check as its own request. */
export async function sendOne(client: Client, waiting: Waiting): Promise<void> {
  await send(client, [{ check: toCheck(waiting.query, waiting.query.resourceRef), waiting: [waiting] }])
}

/** Sends many checks as one request: those of one permission become one item with a list of resources. */
export async function sendMany(client: Client, all: readonly Waiting[]): Promise<void> {
  const requests = [...Array(Math.ceil(all.length / maxRefs)).keys()].map(index => all.slice(index * maxRefs, (index + 1) * maxRefs))
  await Promise.all(requests.map(part => send(client, toItems(part))))
}

interface Item {
  readonly check: Check
  /** In the order of the check's resources. */
  readonly waiting: readonly Waiting[]
}

function toItems(all: readonly Waiting[]): Item[] {
  const alike = Map.groupBy(all, ({ query: { permission, resourceRef } }) => `${permission.name}\n${resourceRef === undefined}`)
  return [...alike.values()].map(waiting => {
    const { query } = waiting[0]!
    const refs = waiting.flatMap(each => each.query.resourceRef ?? [])
    return { check: toCheck(query, refs.length > 1 ? refs : refs[0]), waiting }
  })
}

function toCheck({ permission }: PermissionQuery, resourceRef: string | string[] | undefined): Check {
  return { id: Math.random().toString(36).slice(2), permission, ...(resourceRef !== undefined && { resourceRef }) } as Check
}

async function send(client: Client, items: readonly Item[]): Promise<void> {
  const waiting = items.flatMap(item => item.waiting)
  try {
    const { items: answers } = await client.call(permissionApi.authorize, { body: { items: items.map(({ check }) => check) } })
    const byId = inOrderOf(items, answers)
    // Validated as a whole before any check is resolved: a partial answer counts as none.
    const verdicts = items.map((item, index) => verdictsOf(item, byId[index]!))
    items.forEach((item, index) => item.waiting.forEach((each, position) => each.settle({ result: verdicts[index]![position]! })))
  } catch (error) {
    for (const each of waiting) each.fail(error)
  }
}

/** The answers in the order of the checks. An answer too many, too few or with another id could belong to another check. */
function inOrderOf(items: readonly Item[], answers: readonly Answer[] | undefined): readonly Answer[] {
  const byId = new Map((Array.isArray(answers) ? answers : []).map(answer => [answer.id, answer]))
  const found = items.flatMap(({ check }) => byId.get(check.id) ?? [])
  if (found.length !== items.length || answers?.length !== items.length) throw answersDiffer()
  return found
}

/** One result for each pending check: a list answers a list, a single result answers them all. */
function verdictsOf({ waiting }: Item, { result }: Answer): readonly PermissionAnswer['result'][] {
  if (!Array.isArray(result)) return waiting.map(() => result)
  if (result.length !== waiting.length) throw answersDiffer()
  return result
}

function answersDiffer() {
  return new AppError('PermissionResponseError', 'Items in response do not match request', { code: 'permission.answers-differ' })
}

/** Which roles carry a permission that the user lacks. */
export function explain(client: Client, query: { readonly permission: string; readonly resourceRef?: string }): Promise<Refusal> {
  return client.call(permissionApi.getRefusal, { query })
}
