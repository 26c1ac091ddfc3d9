import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface StoredDocument {
  readonly portico: {
    readonly type: string
    readonly group: string
    readonly location: string
    readonly page: string
    readonly ref?: string
  }
  readonly title: string
  readonly text: string
  readonly [field: string]: unknown
}

interface FakeAggregation {
  readonly terms?: { readonly field: string }
  readonly cardinality?: object
}

/** A cluster on the loopback interface: it keeps indices and aliases, checks what it is asked, and finds by plain words. */
export async function startFakeCluster() {
  const indices = new Map<string, Map<string, StoredDocument>>()
  const aliases = new Map<string, Set<string>>()
  const asked: string[] = []
  const mappings: string[] = []
  const state = {
    failWith: undefined as number | undefined,
    isReadOnly: false,
    isSilent: false,
    isOld: false,
    authorization: undefined as string | undefined,
  }

  const behind = (name: string) => (indices.has(name) ? [name] : [...(aliases.get(name) ?? [])])

  function bulk(body: string): object {
    const lines = body
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, never>)
    const items: object[] = []
    for (let at = 0; at < lines.length; at += 2) {
      const [[action, target] = ['', undefined]] = Object.entries(lines[at]!) as [string, { _index: string; _id: string }][]
      const index = target && indices.get(target._index)
      if (!index || !target) items.push({ [action]: { status: 404 } })
      else if (state.isReadOnly) items.push({ [action]: { status: 403, error: { type: 'cluster_block_exception' } } })
      else if (action === 'create' && index.has(target._id)) items.push({ [action]: { status: 409 } })
      else {
        index.set(target._id, lines[at + 1] as unknown as StoredDocument)
        items.push({ [action]: { status: 201 } })
      }
    }
    return { errors: false, items }
  }

  function search(
    names: string,
    body: { from?: number; size: number; query?: object; collapse?: object; aggs?: Record<string, FakeAggregation> },
  ): object {
    const all = names.split(',').flatMap(name => behind(name).flatMap(index => [...(indices.get(index)?.values() ?? [])]))
    const words = [...JSON.stringify(body.query ?? {}).matchAll(/"query":"([^"]+)","fields":[^}]*"boost":3/g)].flatMap(([, term]) =>
      term!.split(' '),
    )
    const wanted = [...JSON.stringify(body.query ?? {}).matchAll(/\{"term":\{"(\w+)\.keyword":\{"value":"([^"]*)"/g)].filter(
      ([, field]) => field !== 'lifecycle',
    )
    const found = all.filter(
      document =>
        words.every(word => `${document.title} ${document.text}`.toLowerCase().includes(word)) &&
        wanted.every(([, field, value]) => String(document[field!]).toLowerCase() === value!.toLowerCase()),
    )
    const pages = (documents: readonly StoredDocument[]) => new Set(documents.map(({ portico }) => portico.page)).size
    const shown = body.collapse ? found.filter(one => found.find(({ portico }) => portico.page === one.portico.page) === one) : found
    const hits = shown.slice(body.from ?? 0, (body.from ?? 0) + body.size)
    const valueOf = (document: StoredDocument, field: string) =>
      field === 'portico.type' ? document.portico.type : String(document[field.replace('.keyword', '')])
    const aggregations = Object.fromEntries(
      Object.entries(body.aggs ?? {}).map(([name, { terms, cardinality }]) => {
        if (cardinality) return [name, { value: pages(found) }]
        const keys = terms ? found.map(document => valueOf(document, terms.field)) : []
        const bucket = (key: string) => {
          const documents = found.filter((_, at) => keys[at] === key)
          return { key, doc_count: documents.length, pages: { value: pages(documents) } }
        }
        return [name, { value: null, buckets: [...new Set(keys)].map(bucket) }]
      }),
    )
    return {
      hits: {
        total: { value: found.length },
        hits: hits.map(_source => ({ _score: 1, _source, highlight: { title: [`<<${_source.title}>>`] } })),
      },
      aggregations,
    }
  }

  function answer(method: string, path: string, body: string): readonly [number, object] {
    const [, first = '', second = ''] = path.replace(/\?.*/, '').split('/')
    if (path.startsWith('/_index_template/')) return [200, {}]
    if (path === '/_bulk') return [200, bulk(body)]
    if (path === '/_aliases') {
      for (const action of (JSON.parse(body) as { actions: Record<string, { index: string; alias: string }>[] }).actions) {
        const set = (alias: string) => aliases.get(alias) ?? aliases.set(alias, new Set()).get(alias)!
        if (action['add']) set(action['add'].alias).add(action['add'].index)
        if (action['remove']) set(action['remove'].alias).delete(action['remove'].index)
      }
      return [200, {}]
    }
    if (first === '_alias') {
      const names = behind(second)
      return names.length > 0 ? [200, Object.fromEntries(names.map(name => [name, {}]))] : [404, {}]
    }
    if (second === '_mapping') {
      const names = behind(first)
      const mapped = { 'portico.page': { mapping: { page: { type: 'keyword' } } } }
      return names.length > 0 ? [200, Object.fromEntries(names.map(name => [name, { mappings: state.isOld ? {} : mapped }]))] : [404, {}]
    }
    if (second === '_search') return [200, search(first, JSON.parse(body) as Parameters<typeof search>[1])]
    if (second === '_refresh') return [200, {}]
    if (second === '_delete_by_query') {
      const { query } = JSON.parse(body) as {
        query: { bool: { filter: [{ terms: { 'portico.group': string[] } }]; must_not: [{ ids: { values: string[] } }] } }
      }
      const groups = query.bool.filter[0].terms['portico.group']
      const index = indices.get(first)
      for (const [id, document] of index ?? [])
        if (groups.includes(document.portico.group) && !query.bool.must_not[0].ids.values.includes(id)) index!.delete(id)
      return [200, {}]
    }
    if (method === 'PUT' && second === '') {
      if (state.isReadOnly) return [403, { error: { type: 'cluster_block_exception' } }]
      indices.set(first, new Map())
      mappings.push(JSON.stringify((JSON.parse(body) as { mappings: object }).mappings))
      for (const alias of Object.keys((JSON.parse(body) as { aliases: object }).aliases))
        aliases.set(alias, new Set([...(aliases.get(alias) ?? []), first]))
      return [200, {}]
    }
    if (method === 'DELETE') {
      indices.delete(first)
      for (const names of aliases.values()) names.delete(first)
      return [200, {}]
    }
    return [400, { error: `unknown request ${method} ${path}` }]
  }

  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`)
      state.authorization = request.headers.authorization
      if (state.isSilent) return
      const [status, body] =
        state.failWith === undefined
          ? answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString())
          : [state.failWith, {}]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indices,
    aliases,
    asked,
    mappings,
    state,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
