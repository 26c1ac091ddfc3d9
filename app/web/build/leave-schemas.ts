import type { Plugin } from 'vite'
import { all, type Syntax } from './syntax.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const commonRoom = /[\\/](?:core|plugins[\\/][^\\/]+)[\\/]common[\\/].+\.ts$/
const verbs = new Set(['get', 'post', 'put', 'patch', 'del'])

/**
 * Schemas check what comes to the server; a browser only needs to know where a route is and whether it answers. So routes lose their schemas in
 * the build, and a schema that nothing else reads goes with the library behind it. One that is used in the browser stays, and works.
 */
export function leaveSchemas(): Plugin {
  return {
    name: 'portico:leave-schemas',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: commonRoom, code: /from ['"]zod['"]|defineContract/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code)), map: null }
      },
    },
  }
}

/** A module as a browser needs it. */
export function withoutSchemas(code: string, tree: object): string {
  const program = tree as Syntax
  return edited(code, [...bareRoutes(program), ...idleSchemas(program)])
}

/** `get('/entities', { query: …, reply: … })` says no more than that there is a reply. */
function bareRoutes(program: Syntax): Edit[] {
  return all(program, 'CallExpression')
    .filter(({ callee }) => verbs.has(String((callee as Syntax)['name'])))
    .flatMap(call => {
      const [, spec] = call['arguments'] as Syntax[]
      return spec?.type === 'ObjectExpression' ? (spec['properties'] as Syntax[]).flatMap(bareProperty) : []
    })
}

function bareProperty(property: Syntax): Edit[] {
  const value = property['value'] as Syntax | undefined
  if (!value) return []
  const { start, end } = value
  switch ((property['key'] as Syntax)['name']) {
    case 'query':
    case 'body':
      return [{ start, end, text: 'undefined' }]
    case 'reply':
    case 'socket':
      return [{ start, end, text: 'true' }]
    case 'events':
      return (value['properties'] as Syntax[]).flatMap(event => {
        const data = event['value'] as Syntax | undefined
        return data ? [{ start: data.start, end: data.end, text: 'true' }] : []
      })
    default:
      return []
  }
}

/** What only declares may be left out where nobody reads it; of a call the bundler cannot know that by itself. */
function idleSchemas({ body }: Syntax): Edit[] {
  const declared = (body as Syntax[]).map(statement => (statement['declaration'] as Syntax | null | undefined) ?? statement)
  return declared
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Syntax[])
    .flatMap(({ init }) => {
      const value = init as Syntax | null
      if (value?.type !== 'CallExpression') return []
      return [
        { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => ' },
        { start: value.end, end: value.end, text: ')()' },
      ]
    })
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code)
}
