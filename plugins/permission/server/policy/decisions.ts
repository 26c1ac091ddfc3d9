import type { Decision, Permission } from '@portico/core/common'
import type { Logger, PermissionPort, PermissionRequest, Principal } from '@portico/core/server'
import { decideByCode, decisionMistake, type CodePolicy, type CodePolicyOptions } from './code-policy.ts'
import type { Identities } from './identities.ts'
import type { Policy, PreparedRole } from './compile.ts'
import { decide, decideFor, rolesOf } from './decide.ts'
import type { Identity } from './identity.ts'
import { rolesDenying, rolesGranting, toTraceData } from './trace.ts'
import type { PolicyStore } from './policy-store.ts'

interface DecisionsDependencies {
  readonly store: Pick<PolicyStore, 'policy'>
  readonly identities: Identities
  readonly log: Logger
}

/** The cached decisions of one caller under one policy. */
interface CachedDecisions {
  readonly policy: Policy
  readonly roles: readonly PreparedRole[]
  readonly answers: Map<string, Decision>
}

const deny: Decision = { result: 'DENY' }
/** The maximum number of cached answers of one user: more than there are permissions, and a bound against invented names. */
const keptAnswers = 1_000
const codeTimeoutMs = 2_000

/** Makes the decisions of the server. It never throws: what cannot be decided is denied, and the log says why. */
export function createDecisions({ store, identities, log }: DecisionsDependencies) {
  let codePolicy: { readonly policy: CodePolicy; readonly timeoutMs: number } | undefined
  let memory = { policy: store.policy(), byIdentity: new WeakMap<Identity, CachedDecisions>() }

  function cachedFor(identity: Identity): CachedDecisions {
    const policy = store.policy()
    if (memory.policy !== policy) memory = { policy, byIdentity: new WeakMap() }
    const before = memory.byIdentity.get(identity)
    if (before) return before
    const fresh = { policy, roles: rolesOf(policy, identity), answers: new Map<string, Decision>() }
    memory.byIdentity.set(identity, fresh)
    return fresh
  }

  /** The decision of the roles. It is cached with the identity until that, or the policy, changes. */
  function byRoles(permission: Permission, identity: Identity): Decision {
    const { policy, roles, answers } = cachedFor(identity)
    const key = keyOf(permission)
    const before = answers.get(key)
    if (before) return before
    const decision = decideFor(policy, roles, permission, identity)
    if (answers.size < keptAnswers) answers.set(key, decision)
    return decision
  }

  async function byCode(
    run: NonNullable<typeof codePolicy>,
    permission: Permission,
    identity: Identity,
    caller: Principal,
  ): Promise<Decision> {
    try {
      const decision = await decideByCode(run.policy, { permission, identity, caller }, run.timeoutMs)
      if (decision === undefined) return byRoles(permission, identity)
      const mistake = decisionMistake(decision, permission, store.policy())
      if (mistake === undefined) return decision
      log.error({ permission: permission.name, mistake }, `denied, because the policy in code gave an invalid decision: ${mistake}`)
    } catch (error) {
      log.error({ error, permission: permission.name }, 'denied, because the policy in code failed')
    }
    return deny
  }

  async function identityOf(caller: Principal): Promise<Identity | undefined> {
    try {
      return await identities.of(caller)
    } catch (error) {
      log.error({ error }, 'denied, because it cannot be determined what the user owns')
      return undefined
    }
  }

  async function authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]> {
    const identity = caller.type === 'service' ? undefined : await identityOf(caller)
    if (!identity) return requests.map(() => deny)
    const run = codePolicy
    if (!run) return requests.map(({ permission }) => byRoles(permission, identity))
    const asked = new Map<string, Promise<Decision>>()
    return Promise.all(
      requests.map(({ permission }) => {
        const key = keyOf(permission)
        const answer = asked.get(key) ?? byCode(run, permission, identity, caller)
        asked.set(key, answer)
        return answer
      }),
    )
  }

  async function refusalDetails(
    caller: Principal,
    { permission, resourceRef }: PermissionRequest,
  ): Promise<Readonly<Record<string, unknown>>> {
    const identity = await identities.of(caller)
    const { trace } = decide(store.policy(), permission, identity)
    const user = identity.userEntityRef ?? 'anonymous'
    const facts = { user, permission: permission.name, resourceRef, trace: toTraceData(trace, permission) }
    log.info(facts, `refused ${permission.name} to ${user}`)
    const deniedBy = rolesDenying(trace)
    return { grantedBy: rolesGranting(trace), ...(deniedBy.length > 0 && { deniedBy }) }
  }

  return {
    port: { authorize, refusalDetails } satisfies PermissionPort,
    usePolicy(policy: CodePolicy, { timeoutMs = codeTimeoutMs }: CodePolicyOptions = {}): () => void {
      if (codePolicy) throw new Error('A policy in code is in use already; two could contradict each other')
      codePolicy = { policy, timeoutMs }
      return () => void (codePolicy = undefined)
    },
  }
}

function keyOf(permission: Permission): string {
  const type = permission.type === 'resource' ? permission.resourceType : ''
  return `${permission.type}\n${permission.name}\n${permission.attributes.action ?? ''}\n${type}`
}
