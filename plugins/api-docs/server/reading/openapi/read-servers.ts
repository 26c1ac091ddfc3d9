import type { Server } from '@portico/api-docs/common'
import { fieldsOf, isFields, listOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'

/** The servers of a definition, a path or an operation; undefined where none are named. */
export function readServers(servers: unknown): Server[] | undefined {
  const found = listOf(servers).flatMap(server => (isFields(server) ? (readServer(server) ?? []) : []))
  return found.length === 0 ? undefined : found
}

function readServer(server: Fields): Server | undefined {
  const url = textOf(server.url)
  if (url === undefined) return undefined
  const variables = Object.entries(fieldsOf(server.variables)).map(([name, value]) => {
    const { default: standard, enum: values, description } = fieldsOf(value)
    const choices = textsOf(values)
    return present({ name, default: textOf(standard), enum: choices.length === 0 ? undefined : choices, description: textOf(description) })
  })
  return present({ url, name: textOf(server.name), description: textOf(server.description), variables })
}

/** OpenAPI 2.0 has one host, a path and a list of schemes. */
export function readTwoServers(root: Fields): Server[] {
  const host = textOf(root.host)
  const basePath = textOf(root.basePath) ?? ''
  if (host === undefined) return basePath === '' ? [] : [{ url: basePath, variables: [] }]
  const schemes = textsOf(root.schemes)
  return (schemes.length > 0 ? schemes : ['https']).map(scheme => ({ url: `${scheme}://${host}${basePath}`, variables: [] }))
}
