import { startCatalog } from '@portico/catalog/testing'
import { eventually, type TestServerOptions } from '@portico/core/testing'
import { scaffolderApi, type Task, type TaskEvent } from '@portico/scaffolder/common'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'vitest'

/** A template as a document of a catalog file. */
export function template(name: string, spec: object, metadata: object = {}): string {
  return JSON.stringify({
    apiVersion: 'scaffolder.backstage.io/v1beta3',
    kind: 'Template',
    metadata: { name, ...metadata },
    spec: { type: 'service', ...spec },
  })
}

/** A server with a catalog of templates, and the scaffolder that runs them. */
export async function startScaffolder(
  templates: Readonly<Record<string, object>>,
  options: TestServerOptions & { readonly files?: Readonly<Record<string, string>>; readonly documents?: readonly string[] } = {},
) {
  const { files = {}, documents = [], plugins = [], config = {}, ...rest } = options
  // Tasks call other plugins over HTTP, so the server must know its own address.
  const port = await freePort()
  const backend = { listen: { port, host: '127.0.0.1' }, baseUrl: `http://127.0.0.1:${port}`, ...(config['backend'] as object | undefined) }
  const all = [...Object.entries(templates).map(([name, spec]) => template(name, spec)), ...documents]
  const catalog = await startCatalog(
    { 'templates.yaml': all.join('\n---\n') },
    { ...rest, config: { ...config, backend }, plugins: [scaffolderPlugin, ...plugins] },
  )
  for (const [name, text] of Object.entries(files)) catalog.write(name, text)
  const { server } = catalog
  await catalog.until('kind=template', Object.keys(templates).length)

  const eventsOf = (id: string, after?: number) =>
    server.call(scaffolderApi.listTaskEvents, { params: { taskId: id }, query: after === undefined ? {} : { after: String(after) } })

  async function task(id: string): Promise<Task> {
    return server.call(scaffolderApi.getTask, { params: { taskId: id } })
  }

  /** Waits until a task has one of the statuses. */
  async function until(id: string, ...statuses: Task['status'][]): Promise<Task> {
    return eventually(async () => {
      const found = await task(id)
      expect(statuses).toContain(found.status)
      return found
    })
  }

  return {
    ...catalog,
    read: (name: string) => readFileSync(path.join(catalog.folder, name), 'utf8'),
    eventsOf,
    task,
    until,
    async create(
      name: string,
      values: Record<string, unknown> = {},
      more: { readonly secrets?: Record<string, string>; readonly as?: string } = {},
    ) {
      const caller = more.as === undefined ? server : server.as(more.as)
      const body = { templateRef: `template:default/${name}`, values, ...(more.secrets && { secrets: more.secrets }) }
      return (await caller.call(scaffolderApi.createTask, { body })).id
    },
    /** Runs a template to its end. */
    async run(name: string, values: Record<string, unknown> = {}, secrets: Record<string, string> = {}) {
      const id = await this.create(name, values, { secrets })
      const ended = await until(id, 'completed', 'failed', 'cancelled')
      const events = await eventsOf(id)
      return { id, task: ended, events, messages: messagesOf(events), completion: events.find(({ type }) => type === 'completion')?.body }
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export type TestScaffolder = Awaited<ReturnType<typeof startScaffolder>>

/** What the log of a task says. */
export function messagesOf(events: readonly TaskEvent[]): string[] {
  return events.map(({ body }) => body.message ?? '')
}
