import { AppError, createClient, responseOf, withResponse } from '@portico/core/common'
import type { Fetch, SignedInIdentity, WebDiscovery } from '@portico/core/web'
import type { ScmIntegration } from '@portico/integrations/common'
import type { ScmIntegrations } from '@portico/integrations/web'
import { scaffolderApi, type JsonObject } from '@portico/scaffolder/common'

export interface AutocompleteQuery {
  readonly provider: string
  readonly resource: string
  /** A token of the user for the host. */
  readonly token: string
  readonly context: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface NewTask {
  readonly templateRef: string
  readonly values: JsonObject
  readonly secrets: Readonly<Record<string, string>>
}

/** What forms and their fields ask the scaffolder, as the signed-in user. */
export interface ScaffolderClient {
  /** The hosts that repositories can be made at; only those of the allowed hosts, where some are given. */
  listIntegrations(options: { readonly allowedHosts: readonly string[] }): Promise<readonly ScmIntegration[]>
  autocomplete(query: AutocompleteQuery): Promise<readonly { readonly id: string; readonly title?: string | undefined }[]>
  /** Creates a task, and gives its id. */
  scaffold(task: NewTask): Promise<string>
  /** Refs of the templates that the user ran last, the newest first. */
  recentTemplates(): Promise<readonly string[]>
}

const recentTasks = 50

export function createScaffolderClient({
  discovery,
  integrations,
  fetch,
  identity,
}: {
  readonly discovery: Pick<WebDiscovery, 'baseUrl'>
  readonly integrations: Pick<ScmIntegrations, 'list'>
  readonly fetch: Fetch
  readonly identity: Pick<SignedInIdentity, 'getIdentity'>
}): ScaffolderClient {
  const client = createClient<Response, BodyInit>({ baseUrl: discovery.baseUrl, fetch })
  return {
    listIntegrations: ({ allowedHosts }) => integrations.list(allowedHosts.length === 0 ? undefined : allowedHosts),
    async autocomplete({ provider, resource, token, context, signal }) {
      const asked = { params: { provider, resource }, body: { token, context: { ...context } } }
      return (await client.call(scaffolderApi.autocomplete, asked, { signal })).results
    },
    async scaffold({ templateRef, values, secrets }) {
      try {
        return (await client.call(scaffolderApi.createTask, { body: { templateRef, values, secrets: { ...secrets } } })).id
      } catch (error) {
        throw toFailure(error)
      }
    },
    async recentTemplates() {
      const { userEntityRef } = identity.getIdentity()
      const { tasks } = await client.call(scaffolderApi.listTasks, { query: { createdBy: [userEntityRef], limit: String(recentTasks) } })
      return [...new Set(tasks.flatMap(({ spec }) => spec.templateInfo?.entityRef ?? []))]
    },
  }
}

/** The whole answer of the server is in the message. */
function toFailure(error: unknown): unknown {
  const facts = error instanceof AppError ? responseOf(error) : undefined
  if (!facts || !(error instanceof AppError)) return error
  const { name, code, details } = error
  const { status, statusText } = facts
  const body = typeof facts.body === 'string' ? facts.body : (JSON.stringify(facts.body) ?? '')
  const message = `Backend request failed, ${status} ${statusText} ${body}`
  return withResponse(new AppError(name, message, { status, details, cause: error, ...(code !== undefined && { code }) }), facts)
}
