import type { BuildHistory } from '../builds/history.ts'
import type { ToolAnswer, ToolRequest } from '../tool.ts'

export interface ArgocdApplication {
  readonly builds: string
  readonly cluster: string
  readonly sync: string
  readonly health: string
  readonly message?: string
}

/** What a sync does lasts a minute. Then what is wrong shows again. */
const syncMs = 60_000

/** Argo CD: what runs is what the builds of the main branch made. */
export function createArgocd(applications: Readonly<Record<string, ArgocdApplication>>, builds: BuildHistory) {
  const syncedAt = new Map<string, number>()

  function toJson(name: string, application: ArgocdApplication) {
    const { cluster, message } = application
    const since = Date.now() - (syncedAt.get(name) ?? 0)
    const isNew = since < syncMs
    const sync = syncedAt.has(name) ? 'Synced' : application.sync
    const health = isNew ? 'Progressing' : application.health
    const deployed = (builds.list(application.builds) ?? []).filter(({ status, branch }) => status === 'success' && branch === 'main')
    const history = deployed.slice(0, 40).map(build => ({
      id: build.number,
      revision: build.revision,
      deployedAt: new Date(build.stoppedAt ?? build.startedAt).toISOString(),
    }))
    return {
      metadata: { name, namespace: 'argocd', labels: { 'app.kubernetes.io/name': name } },
      spec: {
        project: 'larkpost',
        source: { repoURL: `https://git.larkpost.example/larkpost/${application.builds}`, path: 'deploy', targetRevision: 'main' },
        destination: { name: cluster, namespace: name },
      },
      status: {
        sync: { status: sync, revision: history[0]?.revision },
        health: { status: health, ...(!isNew && message !== undefined && { message }) },
        history: history.toReversed(),
      },
    }
  }

  return ({ method, url }: ToolRequest, path: string): ToolAnswer | undefined => {
    const [, synced] = /^\/api\/v1\/applications\/([\w-]+)\/sync$/.exec(path) ?? []
    const name = synced ?? url.searchParams.get('name') ?? ''
    const found = Object.hasOwn(applications, name) ? applications[name] : undefined
    if (!found) return { status: 404, json: { error: `applications.argoproj.io "${name}" not found`, code: 5 } }
    if (synced !== undefined) {
      if (method !== 'POST') return undefined
      syncedAt.set(name, Date.now())
      return { json: toJson(name, found) }
    }
    return path === '/api/v1/applications' ? { json: { metadata: {}, items: [toJson(name, found)] } } : undefined
  }
}
