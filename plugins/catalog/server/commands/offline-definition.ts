import { AppError } from '@portico/core/common'
import { createFileReader } from '@portico/integrations/server'
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { bundleReferences } from '../processing/process/bundle-references.ts'
import { createLimitedRead, defaultLimits } from '../processing/read/document-limits.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { createGitTree } from './git-tree.ts'

/** The text of an API definition for a command: a file, or `revision:path` of the git repository of the folder. References to files beside it are bundled. */
export async function readOfflineDefinition(name: string, cwd: string): Promise<string> {
  const { tree, target } = open(name, cwd)
  try {
    const readText = async (file: string) => {
      const read = await tree.reader.read(file, {})
      return 'files' in read ? (read.files[0]?.text ?? '') : ''
    }
    const text = await readText(target)
    if (!hasOtherFiles(text)) return text
    const readers = {
      resolve: (_type: string, file: string, base: string) => tree.reader.resolve(file, base),
      isSameRepository: () => true,
    }
    const limits = defaultLimits
    const context = { location: { type: 'file', target }, readers, readText: createLimitedRead(readText, limits), limits }
    return await bundleReferences(target, context).catch((error: unknown) => {
      // What is no YAML is for the reader of definitions to explain.
      if (error instanceof AppError && error.name === 'InputError' && error.message.includes('is not YAML')) return text
      throw error
    })
  } finally {
    tree.close()
  }
}

function hasOtherFiles(text: string): boolean {
  return /\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text)
}

/** A path where there is one, else a revision and a path. What lies outside of the folder is not read, but by name. */
function open(name: string, cwd: string): { readonly tree: Pick<CatalogTree, 'reader' | 'close'>; readonly target: string } {
  const file = path.resolve(cwd, name)
  const colon = name.indexOf(':')
  if (colon > 0 && !statSync(file, { throwIfNoEntry: false })) {
    const tree = createGitTree(cwd, name.slice(0, colon))
    return { tree, target: path.posix.resolve(tree.root, name.slice(colon + 1)) }
  }
  const root = realpathSync(cwd)
  const target = statSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file
  const isInside = target.startsWith(`${root}${path.sep}`)
  return { tree: { reader: createFileReader({ folder: isInside ? root : path.dirname(target) }), close() {} }, target }
}
