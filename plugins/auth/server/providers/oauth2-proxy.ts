import { defineProxyProvider } from '../proxy/define-proxy-provider.ts'
import { headerOf, neededHeader } from '../proxy/proxy-token.ts'
import { matchName } from '../resolvers/common-resolvers.ts'

/** oauth2-proxy signs nothing: its headers can be trusted only where the portal cannot be reached past the proxy. */
export const oauth2Proxy = defineProxyProvider({
  title: 'oauth2-proxy',
  resolvers: {
    forwardedUserMatchingUserEntityName: matchName("its name, which must be the proxy's user name", person => person.username),
    forwardedPreferredUsernameMatchingUserEntityName: matchName(
      "its name, which must be the proxy's preferred user name",
      person => person.metadata?.['preferredUsername'],
    ),
  },
  connect: () => async request => {
    const username = neededHeader(request, 'x-forwarded-user')
    const preferredUsername = headerOf(request, 'x-forwarded-preferred-username')
    const accessToken = headerOf(request, 'x-forwarded-access-token')
    const profile = { email: headerOf(request, 'x-forwarded-email'), displayName: preferredUsername }
    return { person: { profile, username, metadata: { preferredUsername } }, ...(accessToken !== undefined && { accessToken }) }
  },
})
