import { authApi } from '@portico/auth/common'
import { defineAction, principalName } from '@portico/core/server'
import { z } from 'zod'

/** What agents can learn about their user. */
export const authActions = [
  defineAction({
    name: 'who-am-i',
    title: 'Who am I',
    description: 'The user that the agent acts for, the groups that this user owns things with, and what the user has allowed the agent',
    attributes: { readOnly: true, idempotent: true },
    scope: 'profile:read',
    input: z.object({}),
    output: z.unknown(),
    run: async ({ caller, call }) => {
      if (caller.type !== 'user') return { caller: principalName(caller) }
      const owns = await call(authApi.getUserInfo).then(
        ({ claims }) => claims.ent,
        () => [caller.userEntityRef],
      )
      return {
        user: caller.userEntityRef,
        owns,
        ...(caller.agent && { agent: caller.agent.name, scopes: caller.agent.scopes }),
      }
    },
  }),
]
