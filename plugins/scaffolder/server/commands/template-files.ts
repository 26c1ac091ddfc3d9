import { inputError } from '@portico/core/common'
import { readTemplate, type Template } from '@portico/scaffolder/common'
import { loadAll } from 'js-yaml'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FetchedFile } from '../actions/action.ts'

/** A template on the disk, with everything beside it. */
export interface TemplateFile {
  readonly file: string
  readonly text: string
  readonly entity: unknown
  readonly template?: Template | undefined
  readonly problems: readonly string[]
}

/** The files that a word means: a file, or those named template.yaml below a folder. */
export function findTemplates(words: readonly string[], cwd: string): string[] {
  const found = words.flatMap(word => {
    const target = path.resolve(cwd, word)
    const stats = statSync(target, { throwIfNoEntry: false })
    if (stats?.isFile()) return [target]
    if (stats?.isDirectory())
      return globSync('**/template.{yaml,yml}', { cwd: target, exclude: name => name === 'node_modules' }).map(name =>
        path.join(target, name),
      )
    throw inputError(`There is no file or folder ${word}`, { code: 'scaffolder.no-files' })
  })
  if (found.length === 0) throw inputError(`${words.join(', ')} holds no template.yaml`, { code: 'scaffolder.no-files' })
  return [...new Set(found)].sort()
}

/** The templates of a file; other kinds in it are left out. */
export function readTemplateFile(file: string): TemplateFile[] {
  const text = readFileSync(file, 'utf8')
  let documents: unknown[]
  try {
    documents = loadAll(text)
  } catch (error) {
    return [{ file, text, entity: undefined, problems: [`is not valid YAML: ${(error as Error).message.split('\n')[0]}`] }]
  }
  const templates = documents.filter(each => String((each as { kind?: unknown } | null)?.kind).toLowerCase() === 'template')
  if (templates.length === 0) return [{ file, text, entity: undefined, problems: ['holds no Template'] }]
  return templates.map(entity => {
    const read = readTemplate(entity)
    if ('problems' in read) return { file, text, entity, problems: read.problems.map(({ message }) => message) }
    return { file, text, entity, template: read.template, problems: [] }
  })
}

/** The documents of a file, each with the number of lines before it. */
export function documentsOf(text: string): { readonly text: string; readonly linesBefore: number }[] {
  const documents = [{ lines: [] as string[], linesBefore: 0 }]
  for (const [at, line] of text.split('\n').entries()) {
    if (/^---(\s|$)/.test(line)) documents.push({ lines: [], linesBefore: at + 1 })
    else documents.at(-1)?.lines.push(line)
  }
  return documents
    .map(({ lines, linesBefore }) => ({ text: lines.join('\n'), linesBefore }))
    .filter(document => /^[^#\s]/m.test(document.text))
}

/** Every file below a folder, by its path there. */
export function filesBelow(folder: string): Map<string, FetchedFile> {
  const files = new Map<string, FetchedFile>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const target = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, target).split(path.sep).join('/')
    if (/(^|\/)(node_modules|\.git)\//.test(name)) continue
    files.set(name, { path: name, bytes: readFileSync(target), isExecutable: (statSync(target).mode & 0o111) !== 0 })
  }
  return files
}
