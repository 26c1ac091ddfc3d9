import type { Repositories } from '@portico/integrations/server'
import type { AutocompleteProvider, AutocompleteResult } from './autocomplete.ts'

const perPage = 100
// A list of thousands helps nobody who types; a host that always names another page is left.
const maxPages = 10

type Row = Readonly<Record<string, unknown>>

/** Where a kind of host is by default, and how it calls the size of a page. */
interface HostKind {
  readonly host: string
  readonly size: 'per_page' | 'pagelen'
}

const github: HostKind = { host: 'github.com', size: 'per_page' }
const gitlab: HostKind = { host: 'gitlab.com', size: 'per_page' }
const bitbucket: HostKind = { host: 'bitbucket.org', size: 'pagelen' }

/** GitHub, GitLab and Bitbucket Cloud. A host that fails or answers nonsense gives an empty list: a form goes on without suggestions. */
export function createHostAutocomplete(repositories: Pick<Repositories, 'call'>): AutocompleteProvider[] {
  type Request = { readonly token: string; readonly context: Readonly<Record<string, string>>; readonly signal: AbortSignal }

  /** All pages of a list, or the one object that is there. What was read before a page fails is kept. */
  async function rows(
    { token, signal, context }: Request,
    { host, size }: HostKind,
    path: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<Row[]> {
    const found: Row[] = []
    try {
      for (let page = 1; page <= maxPages; page += 1) {
        const { status, body } = await repositories.call(
          { host: context['host'] ?? host },
          { path, query: { [size]: perPage, page, ...query } },
          { token, signal },
        )
        if (status !== 200) break
        const listed = Array.isArray(body) ? undefined : (body as { readonly values?: unknown; readonly next?: unknown } | undefined)
        const list = listed === undefined ? body : (listed.values ?? [body])
        if (!Array.isArray(list)) break
        found.push(...list.filter((row): row is Row => typeof row === 'object' && row !== null))
        if (listed ? listed.next === undefined : list.length < perPage) break
      }
    } catch {
      // Suggestions are a help, not a need.
    }
    return found
  }
  const part = (text: string | undefined) => encodeURIComponent(text ?? '')

  return [
    {
      id: 'github',
      resources: {
        repositoriesWithOwner: { needs: [], list: async request => ids(await rows(request, github, '/user/repos'), 'full_name') },
        branches: {
          needs: ['owner', 'repository'],
          list: async request =>
            ids(
              await rows(request, github, `/repos/${part(request.context['owner'])}/${part(request.context['repository'])}/branches`),
              'name',
            ),
        },
        owners: {
          needs: [],
          list: async request => {
            const [organisations, repositories] = await Promise.all([
              rows(request, github, '/user/orgs'),
              rows(request, github, '/user/repos'),
            ])
            const owners = repositories.map(row => (row['owner'] as Row | undefined)?.['login']).filter(login => typeof login === 'string')
            return unique([...ids(organisations, 'login'), ...owners.map(id => ({ id }))])
          },
        },
      },
    },
    {
      id: 'gitlab',
      resources: {
        groups: {
          needs: [],
          list: async request => {
            const [groups, user] = await Promise.all([
              rows(request, gitlab, '/groups', { min_access_level: 30 }),
              rows(request, gitlab, '/user'),
            ])
            return titled([...groups, ...user], 'full_path', 'id')
          },
        },
        repositories: {
          needs: ['id'],
          list: async request => titled(await rows(request, gitlab, `/groups/${part(request.context['id'])}/projects`), 'name', 'id'),
        },
      },
    },
    {
      id: 'bitbucket-cloud',
      resources: {
        workspaces: { needs: [], list: async request => ids(await rows(request, bitbucket, '/workspaces'), 'slug') },
        projects: {
          needs: ['workspace'],
          list: async request => ids(await rows(request, bitbucket, `/workspaces/${part(request.context['workspace'])}/projects`), 'key'),
        },
        repositories: {
          needs: ['workspace', 'project'],
          list: async request =>
            ids(
              await rows(request, bitbucket, `/repositories/${part(request.context['workspace'])}`, {
                q: `project.key="${request.context['project'] ?? ''}"`,
              }),
              'slug',
            ),
        },
        branches: {
          needs: ['workspace', 'repository'],
          list: async request =>
            ids(
              await rows(
                request,
                bitbucket,
                `/repositories/${part(request.context['workspace'])}/${part(request.context['repository'])}/refs/branches`,
              ),
              'name',
            ),
        },
      },
    },
  ]
}

function ids(rows: readonly Row[], field: string): AutocompleteResult[] {
  return rows.flatMap(row => (typeof row[field] === 'string' ? [{ id: row[field] }] : []))
}

function titled(rows: readonly Row[], title: string, id: string): AutocompleteResult[] {
  return rows.flatMap(row => {
    const text = row[title] ?? row['username']
    return row[id] === undefined || text === undefined ? [] : [{ id: String(row[id]), title: String(text) }]
  })
}

function unique(results: readonly AutocompleteResult[]): AutocompleteResult[] {
  return [...new Map(results.map(result => [result.id, result])).values()]
}
