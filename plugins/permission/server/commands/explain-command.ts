import { nearest, type Decision, type Permission } from '@portico/core/common'
import { declaredPermissions, entityDirectoryPort, identityPort, type Command, type CommandContext } from '@portico/core/server'
import { toPolicyPart, type PolicyConfig } from '../config.ts'
import { compilePolicy, type PolicyProblem } from '../policy/compile.ts'
import { decide, type TraceStep } from '../policy/decide.ts'
import type { Identity } from '../policy/identity.ts'
import { toFullRef } from '../policy/role.ts'
import { conditionText, grantText, reasonOf, rolesGranting, toTraceData } from '../policy/trace.ts'
import { problemText } from '../policy/policy-store.ts'

interface Explanation {
  readonly identity: Identity
  /** Where the groups come from. */
  readonly groupsFrom: 'option' | 'catalog' | 'sign-in' | 'nowhere'
  readonly permission: Permission
  readonly resourceRef: string | undefined
  readonly enabled: boolean
  readonly decision: Decision
  readonly trace: readonly TraceStep[]
  readonly problems: readonly PolicyProblem[]
}

/** `portico permission explain`: what the policy in the config decides for a user, and which line decides it. */
export const explainCommand: Command = {
  name: 'permission explain',
  summary: 'Explain why a user may or may not do something',
  args: [
    { name: '<user>', description: 'such as user:default/jane' },
    { name: '<permission>', description: 'such as catalog.entity.delete' },
    { name: '[ref]', description: 'the resource' },
  ],
  options: [
    {
      flags: '--groups <refs>',
      description: "the user's groups, joined by commas; by default those that the catalog has, or those of the last sign-in",
    },
    { flags: '--json', description: 'print as JSON' },
  ],
  async run(context) {
    const { args, options, print, warn } = context
    const [user = '', name = '', resourceRef] = args
    const userEntityRef = toFullRef(user, 'user')
    if (userEntityRef === undefined) return refuse(context, `'${user}' is not a user: write user:default/jane`)
    const declared = declaredPermissions(context.plugins)
    const names = new Map(declared.flatMap(each => each.permissions.map(permission => [permission.name, permission] as const)))
    const permission = names.get(name)
    if (!permission) {
      const near = nearest(name, names.keys())
      return refuse(context, `No plugin declares the permission '${name}'${near === undefined ? '' : `, did you mean '${near}'?`}`)
    }
    if (permission.type === 'basic' && resourceRef !== undefined) return refuse(context, `${name} is not about a resource`)

    const config = await context.loadConfig()
    const { policy, problems } = compilePolicy([toPolicyPart(config.get('permission.policy') as PolicyConfig)], declared)
    const nested = hasNestedGroups(context.plugins, config)
    const { groups, groupsFrom } = await groupsOf(userEntityRef, nested, context)
    const identity = { userEntityRef, ownershipEntityRefs: [...new Set([userEntityRef, ...groups])] }
    const enabled = config.get('permission.enabled') === true
    const explanation = { identity, groupsFrom, permission, resourceRef, enabled, problems, ...decide(policy, permission, identity) }
    for (const problem of problems) warn(`${problem.severity}: ${problemText(problem)}`)
    if (options['json']) print(JSON.stringify(toData(explanation), undefined, 2))
    else for (const line of toLines(explanation)) print(line)
    return 0
  },
}

/** Whether the groups above those of a user count too: a setting of the plugin that signs users in. */
function hasNestedGroups(plugins: CommandContext['plugins'], config: Awaited<ReturnType<CommandContext['loadConfig']>>): boolean {
  const isThere = plugins.some(plugin => Object.hasOwn(plugin.config ?? {}, 'auth.ownership'))
  return isThere && (config.get('auth.ownership') as { readonly nestedGroups?: boolean }).nestedGroups === true
}

function refuse({ warn }: CommandContext, text: string): number {
  warn(`error: ${text}`)
  return 2
}

async function groupsOf(
  userEntityRef: string,
  nested: boolean,
  { options, warn, withService }: CommandContext,
): Promise<{ readonly groups: readonly string[]; readonly groupsFrom: Explanation['groupsFrom'] }> {
  const given = options['groups']
  if (typeof given === 'string') {
    const groups = given.split(',').filter(text => text.trim() !== '')
    return { groups: groups.map(text => toFullRef(text.trim(), 'group') ?? text.trim().toLowerCase()), groupsFrom: 'option' }
  }
  try {
    const groups = await withService(entityDirectoryPort, async directory => directory?.groupsOf(userEntityRef, { nested }))
    if (groups) return { groups, groupsFrom: 'catalog' }
    const info = await withService(identityPort, async identity => identity?.userInfo(userEntityRef))
    if (info) return { groups: info.ownershipEntityRefs.map(ref => ref.toLowerCase()), groupsFrom: 'sign-in' }
  } catch (error) {
    warn(`warning: the user's groups cannot be read from the database: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { groups: [], groupsFrom: 'nowhere' }
}

function toData({ identity, groupsFrom, permission, resourceRef, enabled, decision, trace, problems }: Explanation) {
  const grantedBy = rolesGranting(trace)
  return {
    enabled,
    user: identity,
    groupsFrom,
    permission,
    resourceRef,
    decision,
    grantedBy,
    trace: toTraceData(trace, permission),
    problems,
  }
}

const groupsNotes = {
  option: 'with the groups that were given',
  catalog: 'with the groups that the catalog has',
  'sign-in': 'as of the last sign-in; the catalog does not have the user',
  nowhere: 'neither the catalog nor a sign-in is known: add --groups to say which groups the user is in',
}

function toLines({ identity, groupsFrom, permission, resourceRef, enabled, decision, trace }: Explanation): string[] {
  const what = resourceRef === undefined ? permission.name : `${permission.name} on ${resourceRef}`
  const grantedBy = rolesGranting(trace).map(({ role, conditional }) => (conditional ? `${role} (for some resources)` : role))
  return [
    ...(enabled ? [] : ['permission.enabled is not true, so everything is allowed. If it were:', '']),
    `${decision.result}: ${identity.userEntityRef} asks for ${what}`,
    ...(decision.result === 'CONDITIONAL' ? [`  allowed where ${conditionText(decision.conditions)}`] : []),
    `  counted as ${identity.ownershipEntityRefs.join(', ')} (${groupsNotes[groupsFrom]})`,
    ...[...Map.groupBy(trace, step => step.role)].flatMap(([role, steps]) => [
      '',
      `${role.name}${role.description === undefined ? '' : `: ${role.description}`}`,
      `  ${steps[0]?.held ? 'the user has this role' : 'the user does not have this role'} (members: ${role.members.join(', ') || 'nobody'})`,
      ...steps.map(step => `  ${mark(step)} ${grantText(step.grant)}: ${reasonOf(step, permission)}`),
    ]),
    '',
    grantedBy.length === 0 ? 'No role grants it.' : `Roles that grant it: ${grantedBy.join(', ')}`,
  ]
}

/** Lines that decided stand out. */
function mark({ held, outcome }: TraceStep): string {
  if (!held) return '-'
  if (outcome.startsWith('allows')) return '✓'
  return outcome.startsWith('denies') || outcome === 'mistake' ? '✗' : '-'
}
