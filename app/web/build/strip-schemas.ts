import type { RouteSpec } from '@portico/core/common'
import type { Plugin } from 'vite'
import { bare, callsOf, declarationsOf, nameOf, notRecognised, parseSource, spreadObject, type Source, type Syntax } from './syntax.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const ownModule = /[\\/](?:core|plugins[\\/][^\\/]+|app)[\\/](?:common|web)[\\/].+\.tsx?$/
const commonLayer = /[\\/](?:core|plugins[\\/][^\\/]+)[\\/]common[\\/].+\.ts$/
const verbs = new Set(['get', 'post', 'put', 'patch', 'del', 'options'])
/** What a route says to the server alone. A field that is new to routes does not compile here until it is said whose it is. */
const serverFields: Readonly<Record<Exclude<keyof RouteSpec, 'reply' | 'status' | 'events'>, true>> = {
  access: true,
  guests: true,
  summary: true,
  query: true,
  body: true,
  reads: true,
  bodyLimit: true,
  valueLimit: true,
  raw: true,
  upload: true,
  socket: true,
  anyText: true,
  noStore: true,
  streams: true,
  tunnel: true,
  wellKnown: true,
}
/** What is declared by a name and a schema for it, of which a browser needs the name. */
const named = new Set(['defineFrontendSection', 'defineExtensionConfig'])
const declaring = /^(?:Import|Export|Variable|Function|Class|TS)\w*Declaration$/

/**
 * Schemas check what comes to the server; a browser only needs to know where a route is and whether it answers. So routes lose their schemas in
 * the build, and a schema that nothing else reads goes with the library behind it. One that is used in the browser stays, and works. A contract
 * or a schema that is declared in another way than this knows ends the build.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'portico:strip-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: ownModule, code: /from ['"]zod['"]|\bdefineContract\(/ },
      handler: (code, id) => ({ code: withoutSchemas(parseSource(code, id)), map: null }),
    },
  }
}

/** A module as a browser needs it. */
export function withoutSchemas(source: Source): string {
  if (!commonLayer.test(source.file)) {
    throw notRecognised(source, { start: 0 }, 'Contracts and schemas are declared in a common layer, so that browsers are not sent them')
  }
  return edited(source.code, [...strippedRoutes(source), ...strippedNames(source), ...idleDeclarations(source)])
}

/** `get('/entities', { query: …, reply: … })` says no more than that there is a reply. */
function strippedRoutes(source: Source): Edit[] {
  // The module that defines what a contract is declares none.
  if (/[\\/]core[\\/]common[\\/]contract\.ts$/.test(source.file)) return []
  const contracts = callsOf(source.program, new Set(['defineContract']))
  const routes = contracts.flatMap(contract => {
    const drafts = bare((contract['arguments'] as Syntax[])[1])
    if (drafts?.type !== 'ObjectExpression') throw notRecognised(source, contract, 'The routes of a contract are written out in its object')
    return (drafts['properties'] as Syntax[]).map(property => toRoute(source, property))
  })
  return routes.map(spec => ({ start: spec.start, end: spec.end, text: `{ ${strippedFields(source, spec).join(', ')} }` }))
}

/** `defineFrontendSection('catalog.index', …)` says no more than where the section is. */
function strippedNames(source: Source): Edit[] {
  return callsOf(source.program, named).map(call => {
    const [name, schema] = call['arguments'] as Syntax[]
    if (bare(name)?.type !== 'Literal' || !schema)
      throw notRecognised(source, call, 'A section is declared by its path, written out, and its schema')
    return { start: schema.start, end: schema.end, text: 'undefined' }
  })
}

/** The object in which a route says what it takes and gives. */
function toRoute(source: Source, property: Syntax): Syntax {
  const route = bare(property['value'] as Syntax | undefined)
  const isDraft = route?.type === 'CallExpression' && verbs.has(String((route['callee'] as Syntax)['name']))
  const [path, spec] = isDraft ? (route['arguments'] as Syntax[]).map(bare) : []
  if (path?.type !== 'Literal' || spec?.type !== 'ObjectExpression') {
    throw notRecognised(source, property, "A route is written out in its contract: get('/path', { … })")
  }
  return spec
}

function strippedFields(source: Source, spec: Syntax): string[] {
  return (spec['properties'] as Syntax[]).flatMap(property => {
    if (property.type === 'SpreadElement') return strippedFields(source, spreadObject(source, property))
    const name = nameOf(property)
    const value = bare(property['value'] as Syntax | undefined)
    if (name !== undefined && Object.hasOwn(serverFields, name)) return []
    if (name === 'reply') return ['reply: true']
    if (name === 'status' && value?.type === 'Literal') return [`status: ${source.code.slice(value.start, value.end)}`]
    if (name === 'events' && value?.type === 'ObjectExpression') return [`events: { ${strippedEvents(source, value).join(', ')} }`]
    throw notRecognised(
      source,
      property,
      `A route has no field that is written like this: ${source.code.slice(property.start, property.end)}`,
    )
  })
}

function strippedEvents(source: Source, events: Syntax): string[] {
  return (events['properties'] as Syntax[]).map(event => {
    const name = event.type === 'Property' ? nameOf(event) : undefined
    if (name === undefined) throw notRecognised(source, event, 'The events of a route are written out by name')
    return `${JSON.stringify(name)}: true`
  })
}

/** What only declares may be left out where nobody reads it; of a call the bundler cannot know that by itself. */
function idleDeclarations(source: Source): Edit[] {
  const working = (source.program['body'] as Syntax[]).find(({ type }) => !declaring.test(type))
  if (working) throw notRecognised(source, working, 'A module with schemas or contracts only declares: this runs when it is loaded')
  return declarationsOf(source).flatMap(({ init }) => {
    const value = init as Syntax | null
    if (!value || callsIn(value) === 0) return []
    return [
      { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
      { start: value.end, end: value.end, text: '))()' },
    ]
  })
}

/** How much a value calls when it is declared: what functions call, they call later. */
function callsIn(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const { type } = node as Partial<Syntax>
  if (type === 'ArrowFunctionExpression' || type === 'FunctionExpression') return 0
  const own = type === 'CallExpression' || type === 'NewExpression' ? 1 : 0
  return Object.values(node).reduce((sum: number, value) => sum + callsIn(value), own)
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code)
}
