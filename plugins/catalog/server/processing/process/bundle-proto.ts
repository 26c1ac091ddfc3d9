import { AppError, inputError } from '@portico/core/common'
import { resolveTarget, type PlaceholderContext } from '../read/included-file.ts'

const maxFiles = 100
const maxFoldersUp = 6
/** They come with every reader of Protocol Buffers. */
const isWellKnown = (name: string) => name.startsWith('google/protobuf/')

/**
 * A `.proto` file followed by the files that it imports, each after a line that names it. Lines of the first file stay where they are. What is
 * not found is left out: the reading of the definition names it.
 */
export async function bundleProto(target: string, context: PlaceholderContext): Promise<string> {
  const root = await context.readText(target)
  const texts = [root]
  const seen = new Set<string>()
  const targets = new Set([target])
  const waiting = importsOf(root).map(name => ({ name, from: target, packageName: packageOf(root) }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { name, from, packageName } = next
    if (isWellKnown(name) || seen.has(name)) continue
    if (seen.size >= maxFiles) throw inputError(`${target} imports more than ${maxFiles} files`)
    seen.add(name)
    const found = await findImport(name, { from, folders: foldersFor(from, packageName) }, context)
    if (!found || targets.has(found.target)) continue
    targets.add(found.target)
    texts.push(`// File: ${name}\n${found.text}`)
    waiting.push(...importsOf(found.text).map(each => ({ name: each, from: found.target, packageName: packageOf(found.text) })))
  }
  return texts.join('\n')
}

/** Where an import may begin: most often where the folders of the file's own package begin, else beside the file or above it. */
function foldersFor(target: string, packageName: string): string[] {
  const depth = packageName === '' ? 0 : packageName.split('.').length
  const up = Array.from({ length: maxFoldersUp + 1 }, (_, at) => at)
  const folders = new URL(target, 'file:///').pathname.split('/').length - 2
  return [depth, ...up.filter(at => at !== depth)].filter(at => at <= folders).map(at => '../'.repeat(at))
}

async function findImport(
  name: string,
  { from, folders }: { readonly from: string; readonly folders: readonly string[] },
  context: PlaceholderContext,
) {
  for (const folder of folders) {
    try {
      const target = resolveTarget(`./${folder}${name}`, context, from)
      return { target, text: await context.readText(target) }
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }
  return undefined
}

/** It is not there, or may not be read. Limits and failing hosts are told. */
function isAbsent(error: unknown): boolean {
  return error instanceof AppError && (error.name === 'NotFoundError' || error.name === 'NotAllowedError')
}

function importsOf(text: string): string[] {
  return [...withoutComments(text).matchAll(/^\s*import\s+(?:public\s+|weak\s+|option\s+)?"([^"\n]{1,500})"\s*;/gm)].map(
    ([, name]) => name!,
  )
}

function packageOf(text: string): string {
  return /^\s*package\s+([\w.]{1,500})\s*;/m.exec(withoutComments(text))?.[1] ?? ''
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, '')
}
