import { normalise } from '../config/inner-path.ts'
import { normaliseText, toPageText } from '../page-text.ts'
import type { SourceTree } from '../source-tree.ts'

interface Dependencies {
  readonly tree: SourceTree
  /** Folders in which files are looked for, from the root. */
  readonly folders: readonly string[]
  readonly warn: (code: string, message: string, line?: number) => void
}

const maxDepth = 10
const maxSize = 5_000_000

const single = /^([ ]*)(;?)(?:-{1,}8<-{1,})[ ]+(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')[ ]*$/
const fenceLine = /^([ ]*)(;?)-{1,}8<-{1,}[ ]*$/

/** Inserts the files that `--8<-- "file"` names, before anything is parsed. */
export function insertSnippets(text: string, given: Dependencies): string {
  if (!text.includes('8<-')) return text
  let size = text.length

  function insert(source: string, depth: number, parents: readonly string[]): string {
    const lines = source.split('\n')
    const result: string[] = []
    let inBlock = false
    for (const [at, line] of lines.entries()) {
      const fence = line.includes('8<-') ? fenceLine.exec(line) : null
      if (fence) {
        if (fence[2] === ';') result.push(line.replace(';', ''))
        else inBlock = !inBlock
        continue
      }
      const found = line.includes('8<-') ? single.exec(line) : null
      if (found?.[2] === ';') result.push(line.replace(';', ''))
      else if (found) result.push(read(found[3] ?? found[4]!, found[1]!, depth, parents, at + 1))
      else if (inBlock && line.trim() !== '') result.push(read(line.trim(), /^[ ]*/.exec(line)![0], depth, parents, at + 1))
      else if (!inBlock) result.push(line)
    }
    return result.join('\n')
  }

  function read(written: string, indent: string, depth: number, parents: readonly string[], line: number): string {
    const missing = (why: string) => {
      given.warn('snippet-missing', `The snippet '${written}' ${why}`, depth === 0 ? line : undefined)
      return `${indent}*The snippet \`${written.replaceAll('`', '')}\` ${why}.*`
    }
    if (/^[a-z]+:\/\//i.test(written)) return missing('is a web address, which is not read')
    const [, name = written, first, last] = /^(.*?)(?::([\w-]*))?(?::([\w-]*))?$/.exec(written) ?? []
    const file = find(name)
    if (file === undefined) return missing('does not exist')
    if (parents.includes(file)) return missing('includes itself')
    if (depth >= maxDepth) return missing(`is nested more than ${maxDepth} deep`)
    let content: string
    try {
      content = normaliseText(toPageText(given.tree.read(file) ?? new Uint8Array()))
    } catch {
      return missing('is not text')
    }
    const picked = pick(content, first, last)
    if (picked === undefined) return missing(`has no part '${first}'`)
    size += picked.length
    if (size > maxSize) return missing('makes the page too large')
    const whole = insert(picked, depth + 1, [...parents, file])
    return whole
      .split('\n')
      .map(each => (each === '' ? each : indent + each))
      .join('\n')
  }

  function find(name: string): string | undefined {
    const candidates = given.folders.map(folder => normalise(folder === '' ? name : `${folder}/${name}`))
    return candidates.find(path => path !== undefined && given.tree.read(path) !== undefined)
  }

  return insert(text, 0, [])
}

/** Lines by number, or a part between its markers; the markers are left out. */
function pick(text: string, first: string | undefined, last: string | undefined): string | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const marker = /^.*-{1,}8<-{1,}[ ]+\[[ ]*(start|end)[ ]*:[ ]*([\w-]+)[ ]*\].*$/
  const plain = (kept: readonly string[]) => kept.filter(line => !line.includes('8<-') || !marker.test(line)).join('\n')
  if (!first && !last) return plain(lines)
  if (/^\d*$/.test(first ?? '') && /^\d*$/.test(last ?? ''))
    return plain(lines.slice(Math.max(0, Number(first || 1) - 1), last ? Number(last) : undefined))
  const place = (kind: string) =>
    lines.findIndex(line => {
      const found = line.includes('8<-') ? marker.exec(line) : null
      return found?.[1] === kind && found[2] === first
    })
  const [start, end] = [place('start'), place('end')]
  return start === -1 ? undefined : plain(lines.slice(start + 1, end === -1 ? undefined : end))
}
