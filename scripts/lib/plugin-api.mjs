import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** What `@portico/plugin` promises, read from the declarations that the compiler wrote of it. */

const entries = { common: 'common/index', server: 'server/index', web: 'web/index', testing: 'testing/index', 'testing/web': 'testing/web' }

/**
 * Every export of every entry: what it is, its stability, since when, and its signature. `types` has the declarations, laid out like `root`.
 * @returns {Record<string, Record<string, { kind: string, stability: string, since: string, about: string, group: string, signature: string }>>}
 */
export function readPluginApi({ root, types }) {
  const modules = createModules({ root, types })
  return Object.fromEntries(
    Object.entries(entries).map(([entry, file]) => {
      const groups = readGroups(path.join(root, 'plugin-api', `${file}.ts`))
      const names = modules.exportsOf(path.join(types, 'plugin-api', `${file}.d.ts`))
      const listed = [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, found]) => [name, { ...groups.get(name), ...found }])
      return [entry, Object.fromEntries(listed)]
    }),
  )
}

/** The headings of an entry: `// Foreign texts (experimental)`, `// Charts (since 1.2)`, over the exports that follow. */
function readGroups(file) {
  const groups = new Map()
  let group = { group: '', stability: 'stable', since: '1.0' }
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const [, heading] = (lines[index - 1] === '' && /^\/\/ (.+)$/.exec(line)) || []
    if (heading !== undefined) {
      group = {
        group: heading.replace(/ \(.*\)$/, ''),
        stability: /\bexperimental\b/.test(heading) ? 'experimental' : 'stable',
        since: /since (\d+\.\d+)/.exec(heading)?.[1] ?? '1.0',
      }
    }
    if (/^(?:import|\/\/|\/\*\*)/.test(line)) continue
    for (const [, name] of line.matchAll(/(?:type |\bas )?\b([A-Za-z_]\w*)(?=,|\s*\}|$)/g)) groups.set(name, group)
  }
  return groups
}

function createModules({ root, types }) {
  const parsed = new Map()
  const resolved = new Map()

  function moduleAt(file) {
    if (!parsed.has(file)) {
      const text = readFileSync(file, 'utf8')
      parsed.set(file, { text, body: parseAst(text, { lang: 'dts' }).body })
    }
    return parsed.get(file)
  }

  /** The declarations of a module that another names; undefined for one of a library. */
  function resolve(specifier, from) {
    if (specifier.startsWith('.')) return declarationAt(path.resolve(path.dirname(from), specifier))
    const [, name, entry] = /^@portico\/([\w-]+)(\/.+)?$/.exec(specifier) ?? []
    if (name === undefined) return undefined
    const folder = name === 'core' || name === 'ui' ? name : `plugins/${name}`
    const { exports } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    return declarationAt(path.join(types, folder, exports[`.${entry ?? ''}`]))
  }

  function declarationAt(file) {
    const found = `${file.replace(/\.tsx?$/, '')}.d.ts`
    if (!existsSync(found)) throw new Error(`There are no declarations at ${path.relative(types, found)}`)
    return found
  }

  /** The exports of a module by name, each with the text of its declarations. */
  function exportsOf(file) {
    if (resolved.has(file)) return resolved.get(file)
    const names = new Map()
    resolved.set(file, names)
    const { text, body } = moduleAt(file)
    const local = new Map()
    const imported = new Map()
    for (const statement of body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? undefined) : statement
      if (statement.type === 'ImportDeclaration') {
        for (const each of statement.specifiers)
          imported.set(each.local.name, { from: statement.source.value, name: each.imported?.name ?? 'default' })
      }
      for (const [name, kind] of declaredNames(declared)) {
        const before = local.get(name)
        const words = text.slice(statement.start, statement.end).replace(/^export (?:declare )?|^declare /, '')
        local.set(name, { kind, about: before?.about || commentBefore(text, statement.start), signature: [before?.signature, oneLine(words)].filter(Boolean).join(' | ') })
        if (statement.type === 'ExportNamedDeclaration') names.set(name, local.get(name))
      }
    }
    for (const statement of body) {
      if (statement.type === 'ExportAllDeclaration') {
        const from = resolve(statement.source.value, file)
        if (from) for (const [name, found] of exportsOf(from)) names.set(name, found)
      }
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration) continue
      for (const { local: inside, exported } of statement.specifiers) {
        const source = statement.source ? { from: statement.source.value, name: inside.name } : imported.get(inside.name)
        names.set(exported.name, source ? findIn(source, file) : local.get(inside.name))
      }
    }
    return names
  }

  function findIn({ from, name }, file) {
    const target = resolve(from, file)
    const found = target ? exportsOf(target).get(name) : { kind: 'library', about: '', signature: `${name} of ${from}` }
    if (!found) throw new Error(`${from} does not export ${name}`)
    return found
  }

  return { exportsOf }
}

function declaredNames(node) {
  if (node?.type === 'VariableDeclaration') return node.declarations.map(({ id }) => [id.name, 'value'])
  if (node?.type === 'TSDeclareFunction' || node?.type === 'FunctionDeclaration') return [[node.id.name, 'function']]
  if (node?.type === 'ClassDeclaration') return [[node.id.name, 'class']]
  if (node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration') return [[node.id.name, 'type']]
  return []
}

/** The last sentence of what stands above a declaration, without the marks of a comment. */
function commentBefore(text, start) {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, start)) ?? []
  return oneLine(comment.replace(/^\s*\* ?/gm, ''))
}

/** A declaration without its comments and line ends, so that words and layout are no change of the API. */
function oneLine(text) {
  return text
    .replace(/\/\*\*(?:(?!\*\/)[^])*\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What differs between the last release and now in a way that breaks a plugin: a lost export, another signature of one that is stable. */
export function breakingChanges(before, now) {
  return Object.entries(before).flatMap(([entry, exports]) =>
    Object.entries(exports).flatMap(([name, { signature, stability }]) => {
      const found = now[entry]?.[name]
      if (stability === 'experimental') return []
      if (!found) return [`@portico/plugin/${entry} has lost '${name}'`]
      return found.signature === signature ? [] : [`@portico/plugin/${entry} has another '${name}': it was \`${signature}\`, and is \`${found.signature}\``]
    }),
  )
}

/** The page that lists every export. */
export function apiPage(api, version) {
  const sections = Object.entries(api).map(([entry, exports]) => {
    const groups = Map.groupBy(Object.entries(exports), ([, { group }]) => group)
    const lists = [...groups].map(([group, found]) => `### ${group}\n\n${found.map(toLine).join('\n')}`)
    return `## @portico/plugin/${entry}\n\n${lists.join('\n\n')}`
  })
  return `# The plugin API\n\nVersion ${version}. Written by \`npm run plugin-api\` from the sources: change those, not this page. [Write a plugin](guides/write-a-plugin.md) shows how the parts are used.\n\nWhat is stable keeps its signature until the next major version. What is experimental may change with a minor one.\n\n${sections.join('\n\n')}\n`
}

function toLine([name, { kind, stability, since, about }]) {
  const words = about.length > 240 ? `${about.slice(0, 237)}…` : about
  return `- \`${name}\` (${kind}, ${stability === 'stable' ? '' : 'experimental, '}since ${since})${words ? `: ${words}` : ''}`
}

