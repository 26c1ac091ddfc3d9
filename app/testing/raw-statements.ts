import { readFileSync } from 'node:fs'
import { Visitor, type ESTree } from 'vite'
import { parseSourceFile, type SourceFile } from './source-file.ts'

/** A statement that is written as SQL, with a placeholder for each value. */
export interface RawStatement {
  /** File and line. */
  readonly at: string
  readonly text: string
  /** Why its text is not known before it runs. */
  readonly problem?: string
}

/** Where an expression stands: its file, and the arguments of the function around it. */
interface Scope {
  readonly file: SourceFile
  readonly bound: ReadonlyMap<string, Expression>
}

interface Expression {
  readonly node: ESTree.Node
  readonly scope: Scope
}

type Open = (file: string) => SourceFile

const startsStatement = /^\s*(?:(?:select|insert into|update|delete from|merge into)\s|with\s[\w\s(),]+\sas\s)/
const mayHoldStatement = /\bsql\s*[<`.]|['"`]\s*(?:select|insert into|update|delete from|merge into|with)\s/
const holdsSql = /\bsql\s*(?:<|`|\.)|\.selectFrom\(/
const isExecuted = /\.execute\w*\(/

/**
 * Every statement that a file sends as it is written: each `sql` template that is executed or begins like a statement, and each plain text
 * that begins like one. In a template, `${}` holds a value or a fragment. A fragment is a constant, or a function that does nothing but
 * return one, of the same file or of one that it imports. Anything else has no fixed text.
 */
export function readRawStatements(file: string, readSource = (name: string) => readFileSync(name, 'utf8')): RawStatement[] {
  if (!mayHoldStatement.test(readSource(file))) return []
  const files = new Map<string, SourceFile>()
  const open = (name: string) => files.get(name) ?? files.set(name, parseSourceFile(name, readSource(name))).get(name)!
  const own = open(file)
  const scope = { file: own, bound: new Map() }
  const found = new Map<ESTree.Node, RawStatement>()
  const add = (node: ESTree.Node, write: (writer: ReturnType<typeof createWriter>) => string) => {
    const at = `${file}:${own.lineOf(node)}`
    try {
      found.set(node, { at, text: write(createWriter(open)) })
    } catch (error) {
      if (!(error instanceof UnknownText)) throw error
      found.set(node, { at, text: own.textOf(node), problem: error.message })
    }
  }
  const plain = (node: ESTree.Node, start: unknown) => {
    if (typeof start === 'string' && startsStatement.test(start)) add(node, writer => writer.literal(node, scope))
  }
  const tagged = new Set<ESTree.Node>()
  new Visitor({
    TaggedTemplateExpression(node) {
      tagged.add(node.quasi)
      if (isSql(node) && startsStatement.test(node.quasi.quasis[0]?.value.cooked ?? '')) add(node, writer => writer.part(node, scope))
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || !['execute', 'compile'].includes(own.textOf(callee.property))) return
      const { object } = callee
      const [executed = object] = object.type === 'Identifier' ? (own.declared.get(object.name) ?? []) : []
      if (isSql(executed)) add(executed, writer => writer.part(executed, scope))
    },
    Literal: node => plain(node, node.value),
    TemplateLiteral: node => void (tagged.has(node) || plain(node, node.quasis[0]?.value.cooked)),
  }).visit(own.program)
  return [...found.values()]
}

class UnknownText extends Error {}

/** Writes the text of one statement, and numbers its values. */
function createWriter(open: Open) {
  let values = 0
  const value = () => `$${(values += 1)}`

  function part(expression: ESTree.Node, scope: Scope): string {
    const node = unwrap(expression)
    if (isSql(node)) return filled(node.quasi, each => part(each, scope))
    if (node.type === 'CallExpression') return called(node, scope)
    if (node.type !== 'Identifier') return valueUnless(node, scope)
    const meant = lookUp(node.name, scope, open)
    if (!meant) return valueUnless(node, scope)
    const { file } = meant.scope
    if (isSql(meant.node) || helperOf(meant.node, file) !== undefined) return part(meant.node, meant.scope)
    return valueUnless(meant.node, meant.scope)
  }

  function called(node: ESTree.CallExpression, scope: Scope): string {
    const helper = helperOf(node, scope.file)
    if (helper !== undefined) return helped(helper, node, scope)
    const meant = node.callee.type === 'Identifier' ? lookUp(node.callee.name, scope, open) : undefined
    const body = meant && bodyOf(meant.node)
    if (!meant || !body) return valueUnless(meant?.node ?? node, meant?.scope ?? scope)
    const bound = body.params.flatMap((name, index) => {
      const argument = node.arguments[index]
      return argument ? [[name, { node: argument, scope }] as const] : []
    })
    return part(body.result, { file: meant.scope.file, bound: new Map(bound) })
  }

  /** `sql.ref('location')` and the like. */
  function helped(helper: string, node: ESTree.CallExpression, scope: Scope): string {
    const [first, second] = node.arguments
    if (helper === 'val' || !first) return value()
    if (helper === 'join') {
      if (first.type !== 'ArrayExpression') return valueUnless(first, scope)
      const separator = second ? part(second, scope) : ', '
      return first.elements.flatMap(each => (each ? [part(each, scope)] : [])).join(separator)
    }
    const literals = node.arguments.map(each => literal(each, scope))
    if (helper === 'raw') return literals.join('')
    if (helper === 'lit') return literals.map(each => `'${each}'`).join('')
    return literals
      .flatMap(each => each.split('.'))
      .map(each => `"${each}"`)
      .join('.')
  }

  /** A text that is written out. */
  function literal(expression: ESTree.Node, scope: Scope): string {
    const node = unwrap(expression)
    if (node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number')) return String(node.value)
    if (node.type === 'TemplateLiteral') return filled(node, each => literal(each, scope))
    const meant = node.type === 'Identifier' ? lookUp(node.name, scope, open) : undefined
    if (meant) return literal(meant.node, meant.scope)
    throw new UnknownText(`${scope.file.textOf(node)} is no fixed text`)
  }

  function valueUnless(node: ESTree.Node, { file }: Scope): string {
    const text = file.textOf(node)
    const name = node.type === 'MemberExpression' ? file.textOf(node.property) : text
    const isPart = file.parts.has(name) || (holdsSql.test(text) && !isExecuted.test(text))
    if (isPart) throw new UnknownText(`${text.split('\n', 1)[0]} is a part of the statement without a fixed text: use the builder`)
    return value()
  }

  return { part, literal }
}

function filled({ quasis, expressions }: ESTree.TemplateLiteral, fill: (node: ESTree.Node) => string): string {
  return quasis.map(({ value }, index) => `${value.cooked}${expressions[index] ? fill(expressions[index]) : ''}`).join('')
}

function isSql(node: ESTree.Node): node is ESTree.TaggedTemplateExpression {
  return node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql'
}

function helperOf(node: ESTree.Node, { textOf }: SourceFile): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  return textOf(node.callee.object) === 'sql' ? textOf(node.callee.property) : undefined
}

function unwrap(node: ESTree.Node): ESTree.Node {
  const isWrapped = node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression' || node.type === 'ParenthesizedExpression'
  return isWrapped ? unwrap(node.expression) : node
}

/** What a function returns that does nothing else. */
function bodyOf(node: ESTree.Node): { readonly params: readonly string[]; readonly result: ESTree.Node } | undefined {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionDeclaration') return undefined
  const params = node.params.map(each => (each.type === 'Identifier' ? each.name : ''))
  if (node.body?.type !== 'BlockStatement') return node.body ? { params, result: unwrap(node.body) } : undefined
  const [only, ...others] = node.body.body
  return only?.type === 'ReturnStatement' && only.argument && others.length === 0 ? { params, result: only.argument } : undefined
}

function lookUp(name: string, { file, bound }: Scope, open: Open): Expression | undefined {
  const argument = bound.get(name)
  if (argument) return argument
  const from = file.imported.get(name)
  const home = from === undefined ? file : open(from)
  const [node, ...others] = home.declared.get(name) ?? []
  if (others.length > 0 && holdsSql.test(home.textOf(node!))) throw new UnknownText(`${name} is declared more than once in ${home.file}`)
  return node && { node, scope: { file: home, bound: new Map() } }
}
