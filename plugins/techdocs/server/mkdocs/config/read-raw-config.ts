import { isRecord } from '@portico/core/common'
import type { Notices } from '../notices.ts'
import { toPageText } from '../page-text.ts'
import type { SourceTree } from '../source-tree.ts'
import { resolveTags, toText, type Options } from './config-values.ts'
import { parseMkdocsYaml } from './mkdocs-yaml.ts'
import { normalise } from './inner-path.ts'

const maxParents = 10

/** The config file of a site with what it inherits; no file and no data for a site without one. */
export function readRawConfig(tree: SourceTree, notices: Notices): { readonly file: string | undefined; readonly data: Options } {
  const found = ['mkdocs.yaml', 'mkdocs.yml'].filter(name => tree.paths.includes(name))
  const file = found[0]
  if (found.length > 1) {
    const message = 'Both mkdocs.yaml and mkdocs.yml exist; mkdocs.yaml is used'
    notices.add({ level: 'warning', code: 'config-twice', message, file: 'mkdocs.yml', fix: 'Remove one of them' })
  }
  if (file === undefined) return { file, data: {} }
  return { file, data: readWithParents(tree, file, notices, []) }
}

function readWithParents(tree: SourceTree, file: string, notices: Notices, seen: readonly string[]): Options {
  const data = readYamlFile(tree, file, notices)
  const inherit = toText(data['INHERIT'])
  if (inherit === undefined) return data
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const parent = normalise(`${folder}${inherit}`)
  const problem = refuseParent(tree, parent, inherit, [...seen, file])
  if (problem !== undefined || parent === undefined) {
    notices.add({ level: 'warning', code: 'config-parent', message: problem ?? `INHERIT: ${inherit} leads out of the source`, file })
    return data
  }
  return merge(readWithParents(tree, parent, notices, [...seen, file]), data) as Options
}

function refuseParent(tree: SourceTree, parent: string | undefined, written: string, seen: readonly string[]): string | undefined {
  if (parent === undefined) return `INHERIT: ${written} leads out of the source`
  if (seen.includes(parent) || seen.length > maxParents) return `INHERIT: ${written} leads in a circle`
  return tree.paths.includes(parent) ? undefined : `INHERIT: ${written} does not exist`
}

/** Reads a config file as a mapping. Throws an error that names the place. */
export function readYamlFile(tree: SourceTree, file: string, notices: Notices): Options {
  let data: unknown
  try {
    data = parseMkdocsYaml(toPageText(tree.read(file) ?? new Uint8Array()), file)
  } catch (error) {
    throw new Error(`Could not read MkDocs YAML config ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error(`Could not read MkDocs YAML config ${file}: it is not a mapping`)
  const resolved = resolveTags(data, tag => {
    const message = `The value of '${tag}' is Python and is never run; it is ignored`
    notices.add({ level: 'info', code: 'config-tag', message, file })
  })
  return resolved as Options
}

/** The child over the parent: mappings merge, everything else replaces. */
function merge(parent: unknown, child: unknown): unknown {
  if (child === undefined) return parent
  if (!isRecord(parent) || !isRecord(child)) return child
  const keys = new Set([...Object.keys(parent), ...Object.keys(child)])
  return Object.fromEntries([...keys].map(key => [key, merge(parent[key], child[key])]))
}
