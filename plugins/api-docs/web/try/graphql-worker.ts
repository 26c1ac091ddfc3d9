import type { GraphQLSchema } from 'graphql'
import { checkQuery, completeQuery, openSchema } from './graphql-language.ts'
import type { SchemaReply, SchemaRequest } from './schema-worker.ts'

let schema: GraphQLSchema | undefined

function answer(request: SchemaRequest): SchemaReply {
  if (request.ask === 'open') {
    schema = openSchema(request.text)
    return { ask: 'open' }
  }
  if (!schema) throw new Error('There is no schema')
  if (request.ask === 'complete') return { ask: 'complete', items: completeQuery(schema, request.text, request.offset) }
  return { ask: 'check', items: checkQuery(schema, request.text) }
}

/** Reading a schema of 2 MB takes longer than a frame: it happens in a worker. */
self.addEventListener('message', ({ data: { id, request } }: MessageEvent<{ id: number; request: SchemaRequest }>) => {
  try {
    self.postMessage({ id, reply: answer(request) })
  } catch (error) {
    self.postMessage({ id, failure: (error as Error).message })
  }
})
