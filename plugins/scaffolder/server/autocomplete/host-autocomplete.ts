import type { Repositories } from '@portico/integrations/server'
import type { AutocompleteProvider, AutocompleteResult } from './autocomplete.ts'

const perPage = 100

type Row = Readonly<Record<string, unknown>>

/** GitHub, GitLab and Bitbucket Cloud. A host that fails or answers nonsense gives an empty list: a form goes on without suggestions. */
export function createHostAutocomplete(repositories: Pick<Repositories, 'call'>): AutocompleteProvider[] {
  type Request = { readonly token: string; readonly context: Readonly<Record<string, string>>; readonly signal: AbortSignal }
  async function rows(
    { token, signal, context }: Request,
    fallbackHost: string,
    path: string,
    query: Readonly<Record<string, string | number>> = {},
  ): Promise<Row[]> {
    try {
      const host = context['host'] ?? fallbackHost
      const { status, body: answer } = await repositories.call(
        { host },
        { path, query: { per_page: perPage, ...query } },
        { token, signal },
      )
      if (status !== 200) return []
      const list = Array.isArray(answer) ? answer : ((answer as { values?: unknown } | undefined)?.values ?? [answer])
      return Array.isArray(list) ? list.filter((row): row is Row => typeof row === 'object' && row !== null) : []
    } catch {
      return []
    }
  }
  const github = 'github.com'
  const gitlab = 'gitlab.com'
  const bitbucket = 'bitbucket.org'
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
