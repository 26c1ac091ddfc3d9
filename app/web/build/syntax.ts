import path from 'node:path'
import { parseAst } from 'vite'

/** As much as is needed of a syntax tree. */
export interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A module as it is written, before anything has changed it, so that what is said about a line is true. */
export interface Source {
  readonly file: string
  readonly code: string
  readonly program: Syntax
}

export function parseSource(code: string, file: string): Source {
  return { file, code, program: parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Syntax }
}

/** What ends the build: something that it would have to guess at, by file and line. */
export function notRecognised({ file, code }: Source, { start }: Pick<Syntax, 'start'>, what: string): Error {
  const line = code.slice(0, start).split('\n').length
  return new Error(`${path.relative(process.cwd(), file)}:${line}: ${what}`)
}

/** Every part of a type in a tree, the outer before the inner. */
export function all(node: unknown, type: string): Syntax[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(value => all(value, type))
  return (node as Partial<Syntax>).type === type ? [node as Syntax, ...below] : below
}

/** Calls of functions by these names. */
export function callsOf(node: unknown, names: ReadonlySet<string>): Syntax[] {
  return all(node, 'CallExpression').filter(({ callee }) => names.has(String((callee as Syntax)['name'])))
}

/** An expression without what only its types need: `{ … } as const`. */
export function bare(node: Syntax | undefined): Syntax | undefined {
  const isWrapped = node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' || node?.type === 'ParenthesizedExpression'
  return isWrapped ? bare(node['expression'] as Syntax) : node
}

/** The name that a property is written with; undefined where it is computed. */
export function nameOf({ key, computed }: Syntax): string | undefined {
  if (computed === true) return undefined
  const { name, value } = key as Syntax
  return typeof name === 'string' ? name : typeof value === 'string' ? value : undefined
}

/** What is declared at the top of a module, exported or not. */
export function declarationsOf({ program }: Source): Syntax[] {
  return (program['body'] as Syntax[])
    .map(statement => (statement['declaration'] as Syntax | null | undefined) ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Syntax[])
}

/** The object that is spread into another: one that the same module declares. */
export function spreadObject(source: Source, spread: Syntax): Syntax {
  const name = (spread['argument'] as Syntax)['name']
  const declared = declarationsOf(source).find(({ id }) => name !== undefined && (id as Syntax)['name'] === name)
  const object = bare((declared?.['init'] as Syntax | null | undefined) ?? undefined)
  if (object?.type !== 'ObjectExpression')
    throw notRecognised(source, spread, 'What is spread in is an object that the same module declares')
  return object
}
