import type { Access, Contract, Route } from '@portico/core/common'
import { z } from 'zod'

/** The OpenAPI 3.1 document of a plugin's routes. */
export function toOpenApi(
  plugin: { readonly id: string; readonly url: string; readonly version: string },
  contracts: readonly Contract[],
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of contracts.flatMap(contract => Object.values(contract))) {
    // It has the path of a route that is listed, or none below the plugin.
    if (route.spec.tunnel || route.spec.wellKnown) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: plugin.id, version: plugin.version },
    servers: [{ url: plugin.url }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }, schemas: { Error: errorSchema } },
  }
}

const errorSchema = schemaOf(
  z.object({
    error: z.looseObject({ name: z.string(), message: z.string(), code: z.string().optional() }),
    request: z.object({ method: z.string(), url: z.string() }).optional(),
    response: z.object({ statusCode: z.number() }),
  }),
  'output',
)

function toOperation(route: Route): object {
  const { spec } = route
  return {
    operationId: route.name,
    ...(spec.summary !== undefined && { summary: spec.summary }),
    security: securityOf(spec.access),
    'x-access': typeof spec.access === 'object' ? `permission:${spec.access.permission.name}` : spec.access,
    parameters: [...pathParameters(route), ...queryParameters(spec.query)],
    ...(spec.body && {
      requestBody: {
        required: !spec.body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(spec.body, 'input') } },
      },
    }),
    responses: {
      [String(spec.status ?? (hasReply(route) ? 200 : 204))]: { description: 'Success', ...replyContent(route) },
      default: failure,
    },
  }
}

const failure = { description: 'Failure', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

function hasReply({ spec }: Route): boolean {
  return Boolean(spec.reply ?? spec.events ?? spec.raw ?? spec.socket)
}

function replyContent({ spec }: Route): object {
  if (spec.reply) return { content: { 'application/json': { schema: schemaOf(spec.reply, 'output') } } }
  if (spec.events) {
    const events = Object.fromEntries(Object.entries(spec.events).map(([name, schema]) => [name, schemaOf(schema, 'output')]))
    return { content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': events } } }
  }
  return spec.raw ? { content: { '*/*': {} } } : {}
}

function securityOf(access: Access): object[] {
  if (access === 'public') return [{}]
  return access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function pathParameters(route: Route): object[] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(match => match[1]).concat(route.path.endsWith('*') ? ['rest'] : [])
  return names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters(query: z.ZodObject | undefined): object[] {
  if (!query) return []
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _drop, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return json
}
