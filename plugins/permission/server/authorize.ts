import { basicPermission, resourcePermission, type ConditionalDecision, type Decision, type Permission } from '@portico/core/common'
import type { Logger, PermissionDirectory, Permissions, Principal } from '@portico/core/server'
import { maxRefs, type Answer, type Check } from '@portico/permission/common'
import { idTwice, permissionDiffers, resourceNeeded, serviceRefused, tooManyRefs } from './errors.ts'

interface AuthorizeDependencies {
  readonly permissions: Pick<Permissions, 'authorize'>
  readonly directory: PermissionDirectory
  readonly log: Logger
}

type Verdict = 'ALLOW' | 'DENY'

/** Answers the checks of browsers and of other servers. */
export function createAuthorize({ permissions, directory, log }: AuthorizeDependencies) {
  /** The permission as its plugin declares it: what a caller sends as its action or type must not change the answer. */
  function toPermission({ permission: asked }: Check): Permission {
    const known = directory.find(asked.name)?.permission
    if (!known) {
      const { name, attributes } = asked
      return asked.type === 'basic'
        ? basicPermission(name, attributes.action)
        : resourcePermission(name, asked.resourceType, attributes.action)
    }
    const same = known.type === 'basic' ? asked.type === 'basic' : asked.type === 'resource' && asked.resourceType === known.resourceType
    if (!same) throw permissionDiffers(known.name, known.type === 'basic' ? 'basic' : `one about '${known.resourceType}'`)
    return known
  }

  /** Which resources meet each decision's conditions. All resources of one decision are loaded in one call. */
  async function resolve(
    refs: ReadonlyMap<ConditionalDecision, ReadonlySet<string>>,
  ): Promise<Map<ConditionalDecision, Map<string, Verdict>>> {
    const entries = [...refs].map(async ([decision, wanted]) => {
      const list = [...wanted]
      const met = await directory.whichMeet(decision, list).catch((error: unknown) => {
        log.error({ error, pluginId: decision.pluginId }, 'denied, because the conditions could not be applied')
        return []
      })
      return [decision, new Map(list.map((ref, i) => [ref, met[i] === true ? ('ALLOW' as const) : ('DENY' as const)]))] as const
    })
    return new Map(await Promise.all(entries))
  }

  return async (caller: Principal, checks: readonly Check[]): Promise<Answer[]> => {
    refuseWrongCallers(caller, checks)
    const asked = checks.map(toPermission)
    const decisions = await permissions.authorize(
      caller,
      asked.map(permission => ({ permission })),
    )
    const refs = new Map<ConditionalDecision, Set<string>>()
    checks.forEach(({ resourceRef }, i) => {
      const decision = decisions[i]
      if (decision?.result !== 'CONDITIONAL' || resourceRef === undefined) return
      const wanted = refs.get(decision) ?? new Set()
      for (const ref of [resourceRef].flat()) wanted.add(ref)
      refs.set(decision, wanted)
    })
    const verdicts = await resolve(refs)
    return checks.map((check, i) => toAnswer(check, decisions[i], verdicts))
  }
}

function toAnswer(
  { id, resourceRef }: Check,
  decision: Decision | undefined,
  verdicts: ReadonlyMap<ConditionalDecision, ReadonlyMap<string, Verdict>>,
): Answer {
  if (decision?.result !== 'CONDITIONAL') return { id, result: decision?.result ?? 'DENY' }
  if (resourceRef === undefined) return { id, ...decision }
  const verdictOf = (ref: string) => verdicts.get(decision)?.get(ref) ?? 'DENY'
  return { id, result: Array.isArray(resourceRef) ? resourceRef.map(verdictOf) : verdictOf(resourceRef) }
}

function refuseWrongCallers(caller: Principal, checks: readonly Check[]): void {
  // Also where authentication is disabled: a service is allowed everything, and must not ask as if it were a user.
  if (caller.type === 'service') throw serviceRefused()
  const ids = new Set<string>()
  for (const { id } of checks) {
    if (ids.has(id)) throw idTwice(id)
    ids.add(id)
  }
  if (checks.reduce((sum, { resourceRef }) => sum + [resourceRef].flat().length, 0) > maxRefs) throw tooManyRefs(maxRefs)
  // Conditions are for plugins, which can apply them. They would reveal the policy to a user.
  const isPlugin = caller.type === 'user' && caller.actor !== undefined
  const open = isPlugin
    ? undefined
    : checks.find(({ permission, resourceRef }) => permission.type === 'resource' && resourceRef === undefined)
  if (open) throw resourceNeeded(open.permission.name)
}
