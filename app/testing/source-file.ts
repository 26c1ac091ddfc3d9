import path from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'

/** A file of TypeScript, and what its names mean. */
export interface SourceFile {
  readonly file: string
  readonly program: ESTree.Program
  /** Constants and functions, also those inside functions. */
  readonly declared: ReadonlyMap<string, readonly ESTree.Node[]>
  /** Names whose written type says that they hold a part of a statement. */
  readonly parts: ReadonlySet<string>
  /** The files that may define a fragment, by imported name. */
  readonly imported: ReadonlyMap<string, string>
  textOf(node: ESTree.Node): string
  lineOf(node: ESTree.Node): number
}

const sharedFragments: Readonly<Record<string, string>> = { '@portico/core/server/expressions': 'core/server/database/expressions.ts' }
const partTypes = /\b(?:RawBuilder|Expression|ExpressionWrapper|SelectQueryBuilder)\b/

export function parseSourceFile(file: string, source: string): SourceFile {
  const { program } = parseSync(file, source)
  const textOf = ({ start, end }: ESTree.Node) => source.slice(start, end)
  const declared = new Map<string, ESTree.Node[]>()
  const parts = new Set<string>()
  const imported = new Map<string, string>()
  const declare = (name: string, node: ESTree.Node) => declared.set(name, [...(declared.get(name) ?? []), node])
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) declare(id.name, init)
    },
    FunctionDeclaration(node) {
      if (node.id) declare(node.id.name, node)
    },
    Identifier(node) {
      if ('typeAnnotation' in node && node.typeAnnotation && partTypes.test(textOf(node.typeAnnotation))) parts.add(node.name)
    },
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type === 'Identifier' && typeAnnotation && partTypes.test(textOf(typeAnnotation))) parts.add(key.name)
    },
    ImportDeclaration({ source: from, specifiers }) {
      const home = from.value.startsWith('.') ? path.join(path.dirname(file), from.value) : sharedFragments[from.value]
      if (home !== undefined) for (const { local } of specifiers) imported.set(local.name, home)
    },
  }).visit(program)
  return { file, program, declared, parts, imported, textOf, lineOf: node => source.slice(0, node.start).split('\n').length }
}
