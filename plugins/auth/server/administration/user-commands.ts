import type { UserAccess } from '@portico/auth/common'
import type { Command, CommandContext } from '@portico/core/server'
import { administrationService, type Administration, type Administrator } from './administration.ts'

/** Whoever can run a command on the portal's database may do anything with it. */
const administrator: Administrator = { caller: { type: 'service', subject: 'external:portico-command' } }
const user = { name: '<user>', description: 'such as user:default/jane, or jane' }
const json = { flags: '--json', description: 'print as JSON' }

/** `portico user …`: what administrators do with the sessions and tokens of others. Running servers apply it at once. */
export const userCommands: readonly Command[] = [
  {
    name: 'user sessions',
    summary: 'list the sessions and access tokens of a user',
    args: [user],
    options: [json],
    run: context =>
      withAdministration(context, async administration => {
        const access = await administration.access(administrator, context.args[0] ?? '')
        if (context.options['json']) context.print(JSON.stringify(access, undefined, 2))
        else for (const line of toLines(access)) context.print(line)
      }),
  },
  {
    name: 'user revoke',
    summary: 'end all sessions of a user and revoke their access tokens',
    args: [user],
    options: [{ flags: '--token <id...>', description: 'revoke only these access tokens, and end no session' }],
    run: context =>
      withAdministration(context, async administration => {
        const ids = [context.options['token'] ?? []].flat().filter(each => typeof each === 'string')
        const revoked = await administration.revoke(administrator, context.args[0] ?? '', ids.length > 0 ? ids : undefined)
        const tokens = `${revoked.revokedAccessTokens} access tokens were revoked`
        context.print(revoked.sessionsEnded ? `All sessions were ended, ${tokens}` : tokens)
      }),
  },
  {
    name: 'user block',
    summary: 'block a user: no session, no access token, no sign-in until unblocked',
    args: [user],
    options: [{ flags: '--reason <text>', description: 'why, for other administrators' }],
    run: context =>
      withAdministration(context, async administration => {
        const reason = context.options['reason']
        const block = await administration.block(administrator, context.args[0] ?? '', typeof reason === 'string' ? reason : undefined)
        context.print(`${block.userEntityRef} is blocked`)
      }),
  },
  {
    name: 'user unblock',
    summary: 'unblock a user',
    args: [user],
    run: context =>
      withAdministration(context, async administration => {
        await administration.unblock(administrator, context.args[0] ?? '')
        context.print('The user is no longer blocked')
      }),
  },
  {
    name: 'user blocked',
    summary: 'list the blocked users',
    options: [json],
    run: context =>
      withAdministration(context, async administration => {
        const blocks = await administration.blocked(administrator)
        if (context.options['json']) return context.print(JSON.stringify(blocks, undefined, 2))
        if (blocks.length === 0) context.print('No user is blocked')
        for (const { userEntityRef, at, by, reason } of blocks) context.print([userEntityRef, at, by, reason ?? ''].join('  ').trimEnd())
      }),
  },
]

async function withAdministration(
  { withService, warn }: CommandContext,
  run: (administration: Administration) => Promise<void>,
): Promise<number> {
  return withService(administrationService, async administration => {
    if (!administration) {
      warn('error: there is no database yet: start the portal once')
      return 1
    }
    await run(administration)
    return 0
  })
}

function toLines({ userEntityRef, block, sessions, accessTokens }: UserAccess): string[] {
  return [
    block
      ? `${userEntityRef} is blocked since ${block.at} by ${block.by}${block.reason === undefined ? '' : `: ${block.reason}`}`
      : userEntityRef,
    '',
    `Sessions: ${sessions.length}`,
    ...sessions.map(
      each => `  ${each.provider}  renewed ${each.renewedAt}  token until ${each.expiresAt}  ${each.address}  ${each.userAgent}`,
    ),
    '',
    `Access tokens: ${accessTokens.length}`,
    ...accessTokens.map(each => `  ${each.id}  ${each.name}  until ${each.expiresAt}  last used ${each.lastUsedAt ?? 'never'}`),
  ]
}
