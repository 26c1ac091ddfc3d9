import { AppError } from '@portico/core/common'
import type { Command } from '@portico/core/server'
import { statSync } from 'node:fs'
import path from 'node:path'
import type { CatalogTree } from './catalog-tree.ts'
import { checkCatalog, createRefPattern } from './check-catalog.ts'
import { compareCatalogs, type CheckedCatalog } from './compare-catalogs.ts'
import { countFindings, toFindings } from './findings.ts'
import { createFolderTree } from './folder-tree.ts'
import { createGitTree } from './git-tree.ts'
import { paintFor, readOfflineSettings, textsOf } from './offline-settings.ts'
import { differenceLines, differenceMarkdown } from './print-difference.ts'
import { readCatalog } from './read-catalog.ts'

/** `portico catalog diff`: what a change of files does to the catalog, without a server. */
export const diffCommand: Command = {
  name: 'catalog diff',
  summary: 'Compare two versions of catalog files, and report what the second breaks',
  args: [
    { name: '<base>', description: 'a folder, a file, or a git revision of the current folder' },
    { name: '<head>', description: 'the same; . for the folder as it is' },
  ],
  options: [
    { flags: '--path <paths...>', description: 'what to read in both: files, folders or patterns; everything by default' },
    { flags: '--json', description: 'print as JSON' },
    { flags: '--markdown', description: 'print as a comment on a pull request' },
    { flags: '--strict', description: 'count warnings as errors' },
    { flags: '--allow-missing <refs...>', description: "refs that may be elsewhere, such as 'group:*'" },
  ],
  async run(context) {
    const { args, options, print, warn, cwd } = context
    const [base = '', head = ''] = args
    if (options['json'] && options['markdown']) {
      warn('error: --json and --markdown exclude each other')
      return 2
    }
    const { kinds, limits, reading } = await readOfflineSettings(context, { isRemote: false })
    const isElsewhere = createRefPattern(textsOf(options['allowMissing']))
    const versions: Version[] = []
    try {
      for (const name of [base, head]) versions.push(openVersion(name, cwd, textsOf(options['path'])))
      const words = wordsOf(versions)
      const [before, after] = await Promise.all(versions.map(({ tree }, at) => read(tree, words[at] ?? [])))
      const difference = compareCatalogs(before!, after!)
      const findings = toFindings(difference)
      const { errors, warnings } = countFindings(findings)
      const isGood = errors === 0 && (warnings === 0 || options['strict'] !== true)
      if (options['json']) print(JSON.stringify({ base, head, breaks: !isGood, errors, warnings, ...difference }, undefined, 2))
      else if (options['markdown']) print(differenceMarkdown(difference, findings, { base, head }))
      else for (const line of differenceLines(difference, findings, paintFor(context))) print(line)
      return isGood ? 0 : 1
    } catch (error) {
      if (!(error instanceof AppError) || !notUnderstood.includes(error.code ?? '')) throw error
      warn(`error: ${error.message}`)
      return 2
    } finally {
      for (const { tree } of versions) tree.close()
    }

    async function read(tree: CatalogTree, words: readonly string[]): Promise<CheckedCatalog> {
      const catalog = await readCatalog(words, { tree, reading, isRemote: false, kinds, limits })
      return { catalog, findings: checkCatalog(catalog, { kinds, isElsewhere }) }
    }
  },
}

const notUnderstood = ['catalog.no-such-version', 'catalog.no-files', 'integrations.source-not-found']

interface Version {
  readonly tree: CatalogTree
  readonly words: readonly string[]
}

/** A path where there is one, else a revision. */
function openVersion(name: string, cwd: string, paths: readonly string[]): Version {
  const target = path.resolve(cwd, name)
  const stats = statSync(target, { throwIfNoEntry: false })
  if (stats?.isFile()) return { tree: createFolderTree(path.dirname(target)), words: [path.basename(target)] }
  const words = paths.length > 0 ? paths : ['.']
  return { tree: stats ? createFolderTree(target) : createGitTree(cwd, name), words }
}

/** For each version the paths that exist in it. One that is new, or gone, in the other is not a mistake. */
function wordsOf(versions: readonly Version[]): string[][] {
  const missing = new Map<string, unknown>()
  const found = versions.map(({ tree, words }) =>
    words.filter(word => {
      try {
        return tree.find(word).length > 0
      } catch (error) {
        missing.set(word, error)
        return false
      }
    }),
  )
  for (const [word, error] of missing) if (!found.some(words => words.includes(word))) throw error
  return found
}
