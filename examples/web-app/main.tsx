import { mountPortal, type SignInProvider } from '@portico/core/web'
import { playgroundWeb } from './playground-plugin.tsx'
import { rosterWeb } from './roster-plugin.tsx'
import { teamsWeb } from './teams-plugin.tsx'

/** Lets everyone in without a server; a real app lists real providers, or none for the guest. */
const everyone: SignInProvider = {
  id: 'everyone',
  title: 'Example',
  message: 'This portal has no server behind it.',
  action: 'Enter',
  signIn: async () => ({
    profile: { displayName: 'Ada Example' },
    backstageIdentity: {
      token: 'none',
      expiresAt: new Date(Date.now() + 86_400_000),
      identity: { type: 'user', userEntityRef: 'user:default/ada', ownershipEntityRefs: ['group:default/rockets'] },
    },
  }),
}

mountPortal({ plugins: [teamsWeb, rosterWeb, playgroundWeb], signIn: [everyone] })
