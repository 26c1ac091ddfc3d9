import { createGitBackend, startFakeGitea } from '@portico/integrations/testing'

export type GitHost = Awaited<ReturnType<typeof startGitHost>>

/** A host of repositories: Gitea's API, real git over HTTP behind it, and files read from what was pushed. */
export async function startGitHost() {
  const backend = createGitBackend()
  const fake = await startFakeGitea()
  fake.state.fault = (request, response) => {
    if (backend.fault(request, response)) return true
    const [, place, file] = /^\/api\/v1\/repos(\/[^/]+\/[^/]+)\/raw\/(.+)$/.exec(request.path) ?? []
    if (place === undefined || file === undefined) return false
    try {
      response
        .writeHead(200)
        .end(backend.git(place, 'show', `${request.url.searchParams.get('ref') ?? 'HEAD'}:${decodeURIComponent(file)}`))
    } catch {
      response.writeHead(404).end()
    }
    return true
  }
  return {
    host: fake.host,
    /** What git itself says about a repository: `git('/acme/shop', 'log')`. */
    git: backend.git,
    async stop() {
      await fake.close()
      backend.close()
    },
  }
}
