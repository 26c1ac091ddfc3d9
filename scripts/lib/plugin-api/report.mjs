import fs from 'node:fs'
import path from 'node:path'
import ts from '@typescript/typescript6'
import { inRoot } from '../repository.mjs'
import { entries } from './declarations.mjs'

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

/**
 * Every export of every entry with its kind, stability and signature; and under `reached` the types that are no exports, but part of the
 * signature of one. `types` is the folder that `writeDeclarations` has written.
 */
export function readApi(types) {
  const modules = new Map()

  function moduleAt(file) {
    if (!modules.has(file)) modules.set(file, readModule(file))
    return modules.get(file)
  }

  /** Where a name is declared: the file, and its name there; undefined for one of a library. */
  function find(file, name) {
    const { imports } = moduleAt(file)
    const imported = imports.get(name)
    if (!imported) return { file, name }
    if (!imported.from.startsWith('.')) return undefined
    const target = path.resolve(path.dirname(file), imported.from.replace(/\.js$/, '.d.ts'))
    return find(target, moduleAt(target).exports.get(imported.name) ?? imported.name)
  }

  /** The names of all that a declaration needs, in any depth. */
  function needsOf(file, name, seen = new Set(), part = 'uses') {
    const declaration = moduleAt(file).declarations.get(name)
    for (const used of declaration?.[part] ?? declaration?.uses ?? []) {
      const found = find(file, used)
      const declared = found && moduleAt(found.file).declarations.get(found.name)
      if (!declared || seen.has(declared)) continue
      seen.add(declared)
      needsOf(found.file, found.name, seen, 'answerUses')
    }
    return seen
  }

  const promised = new Set()
  const found = Object.entries(entries).map(([entry, source]) => {
    const groups = readGroups(inRoot(source))
    const file = path.join(types, `${entry}.d.ts`)
    const names = [...moduleAt(file).exports].sort(([a], [b]) => (a < b ? -1 : 1))
    const listed = names.map(([name, local]) => {
      const place = find(file, local)
      const declared = place && moduleAt(place.file).declarations.get(place.name)
      if (declared) promised.add(declared)
      const { from, name: inLibrary } = moduleAt(file).imports.get(local) ?? {}
      const { kind, about, signature } = declared ?? { kind: 'library', about: '', signature: `${inLibrary} of ${from}` }
      return { name, ...groups.get(name), kind, about, signature, needs: place ? needsOf(place.file, place.name) : new Set() }
    })
    return [entry, listed]
  })
  const reached = new Set()
  const api = found.map(([entry, listed]) => {
    const lines = listed.map(({ needs, ...each }) => {
      if (each.stability === 'stable') for (const declared of needs) if (!promised.has(declared)) reached.add(declared)
      return each
    })
    return [entry, lines]
  })
  const signatures = new Map()
  for (const { name, signature, answer = signature } of [...reached].sort((a, b) => (a.signature < b.signature ? -1 : 1)))
    signatures.set(name, [signatures.get(name), answer].filter(Boolean).join(' '))
  return { entries: Object.fromEntries(api), reached: Object.fromEntries([...signatures].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** What a file of declarations imports, exports and declares. */
function readModule(file) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const [imports, exports, declarations] = [new Map(), new Map(), new Map()]
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = statement.moduleSpecifier.text
      const { name, namedBindings } = statement.importClause ?? {}
      if (name) imports.set(name.text, { from, name: 'default' })
      if (namedBindings && ts.isNamespaceImport(namedBindings)) imports.set(namedBindings.name.text, { from, name: '*' })
      for (const each of namedBindings?.elements ?? []) imports.set(each.name.text, { from, name: (each.propertyName ?? each.name).text })
    } else if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier?.text
      for (const each of statement.exportClause?.elements ?? []) {
        const local = (each.propertyName ?? each.name).text
        if (from) imports.set(`${from} ${local}`, { from, name: local })
        exports.set(each.name.text, from ? `${from} ${local}` : local)
      }
    } else for (const [name, kind] of declaredBy(statement)) add(name, kind, statement)
  }
  return { imports, exports, declarations }

  function textOf(node) {
    return printer.printNode(ts.EmitHint.Unspecified, node, source).replaceAll(/\s+/g, ' ')
  }

  function add(name, kind, statement) {
    const before = declarations.get(name)
    const words = textOf(statement).replace(/^(?:export )?(?:declare )?/, '')
    declarations.set(name, {
      name,
      kind: before && before.kind !== kind ? `${before.kind} and ${kind}` : kind,
      about: before?.about || aboutOf(statement),
      signature: [before?.signature, words].filter(Boolean).join(' '),
      uses: new Set([...(before?.uses ?? []), ...namesIn(statement)]),
      // A function that no plugin can call is there for what it returns.
      ...(kind === 'function' && { answer: textOf(statement.type), answerUses: new Set(namesIn(statement.type)) }),
    })
  }
}

function declaredBy(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => [name.text, 'value'])
  if (ts.isFunctionDeclaration(statement)) return [[statement.name.text, 'function']]
  if (ts.isClassDeclaration(statement)) return [[statement.name.text, 'class']]
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [[statement.name.text, 'type']]
  return []
}

/** The names of the types, and of the values by `typeof`, in a declaration. */
function namesIn(statement) {
  const names = []
  function visit(node) {
    if (ts.isTypeReferenceNode(node)) names.push(firstOf(node.typeName))
    if (ts.isTypeQueryNode(node)) names.push(firstOf(node.exprName))
    if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression.getText())
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return names
}

function firstOf(name) {
  return ts.isQualifiedName(name) ? firstOf(name.left) : name.text
}

/** What stands above a declaration, in one line. */
function aboutOf(statement) {
  const comment = statement.jsDoc?.at(-1)?.comment
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The headings of an entry, such as `// Foreign texts (experimental)`, over the exports that follow, by the name of each export. */
function readGroups(file) {
  const text = fs.readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const groups = new Map()
  let group = { group: '', stability: 'stable' }
  for (const statement of source.statements) {
    const heading = [...text.slice(statement.getFullStart(), statement.getStart()).matchAll(/\n\n\/\/ (.+)/g)].at(-1)?.[1]
    if (heading)
      group = {
        group: heading.replace(/ \(experimental\)$/, ''),
        stability: heading.endsWith('(experimental)') ? 'experimental' : 'stable',
      }
    if (!ts.isExportDeclaration(statement)) continue
    if (statement.exportClause) for (const { name } of statement.exportClause.elements) groups.set(name.text, group)
    else for (const each of readGroups(path.join(path.dirname(file), statement.moduleSpecifier.text))) groups.set(...each)
  }
  return groups
}
