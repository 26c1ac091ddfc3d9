import type { DefinitionFormat } from '@portico/api-docs/common'
import type { DefinitionSource } from './definition-source.ts'

/** The types that Backstage's own viewers know, and words that people use for the same. */
const byType = new Map<string, DefinitionFormat>([
  ['openapi', 'openapi'],
  ['swagger', 'openapi'],
  ['rest', 'openapi'],
  ['asyncapi', 'asyncapi'],
  ['graphql', 'graphql'],
  ['grpc', 'grpc'],
  ['proto', 'grpc'],
  ['protobuf', 'grpc'],
  ['json-schema', 'json-schema'],
  ['jsonschema', 'json-schema'],
])

/** How far a text is looked into. */
const beginning = 200_000

/** What a definition is written in: by its own first words where they say it, else by the entity's type. */
export function formatOf({ text, type }: DefinitionSource): DefinitionFormat {
  const start = text.slice(0, beginning).replace(/^\uFEFF/, '')
  const said = /^\s*[{[]/.test(start) ? ofJson(start) : (ofYaml(start) ?? ofProto(start) ?? ofGraphql(start))
  return said ?? byType.get(type.toLowerCase()) ?? 'text'
}

function ofKeys(keys: ReadonlySet<string>): DefinitionFormat | undefined {
  if (keys.has('openapi') || keys.has('swagger')) return 'openapi'
  return keys.has('asyncapi') ? 'asyncapi' : undefined
}

function ofJson(start: string): DefinitionFormat | undefined {
  if (/^\s*\{\s*(?:"data"\s*:\s*\{\s*)?"__schema"\s*:/.test(start)) return 'graphql'
  if (/^\s*\{\s*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//.test(start)) return 'json-schema'
  return ofKeys(outermostKeys(start))
}

/** The keys of the outermost object. What is nested is not looked at: many documents have a field `openapi` somewhere. */
function outermostKeys(start: string): ReadonlySet<string> {
  const keys = new Set<string>()
  let depth = 0
  let last = ''
  for (const [token] of start.matchAll(/"(?:\\.|[^"\\])*"|'[^'\n]*'|[\w$-]+|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1) keys.add(last.replace(/^["']|["']$/g, ''))
    last = token
  }
  return keys
}

/** Keys of YAML that stand as far left as the first one. They have a version. */
function ofYaml(start: string): DefinitionFormat | undefined {
  const lines = start.split('\n').filter(line => !/^[ \t\r]*(?:#|---|%|$)/.test(line))
  const first = /^([ \t]*)(?:[\w$-]+|"[^"]*"|'[^']*')[ \t]*:(?:\s|$)/.exec(lines[0] ?? '')
  if (!first) return undefined
  const keys = lines.flatMap(line => {
    const [, indent, key] = /^([ \t]*)["']?(openapi|swagger|asyncapi)["']?[ \t]*:[ \t]+["']?\d/.exec(line) ?? []
    return key !== undefined && indent === first[1] ? [key] : []
  })
  return ofKeys(new Set(keys))
}

/** The first statement of a proto file says its syntax. */
function ofProto(start: string): DefinitionFormat | undefined {
  const code = start.replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, '').trimStart()
  return /^(?:syntax\s*=\s*["']proto[23]["']|edition\s*=\s*["']\d{4}["'])\s*;/.test(code) ? 'grpc' : undefined
}

/** A schema that has a root type. Other languages have blocks named `type` too, and end statements with a semicolon or have equals signs. */
function ofGraphql(start: string): DefinitionFormat | undefined {
  const code = start.replace(/"""[^]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|#.*/g, '').trimStart()
  if (!/^(?:extend\s+)?(?:type|input|enum|interface|union|scalar|directive|schema)\b/.test(code)) return undefined
  const hasRoot = /^(?:extend\s+)?type\s+(?:Query|Mutation|Subscription)\b[^={};]{0,2000}\{/m.test(code)
  return hasRoot || /^(?:extend\s+)?schema\b[^{};]{0,2000}\{\s*(?:query|mutation|subscription)\s*:/m.test(code) ? 'graphql' : undefined
}
