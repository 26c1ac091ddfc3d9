import type { DefinitionProblem } from '@portico/api-docs/common'
import protobuf from 'protobufjs'
import { syntaxProblem } from '../document/open-document.ts'
import { tooDeep } from '../nesting.ts'
import { salvage } from '../salvage.ts'
import type { ProtoScan } from './scan-proto.ts'

const options = { keepCase: true, alternateCommentMode: true }

/** Where a definition begins, at the start of a line. */
const definitionStart = /^(?:message|enum|service|extend|option|import|package|syntax|edition)\b/gm

export interface ParsedProto {
  readonly root: protobuf.Root
  readonly problems: readonly DefinitionProblem[]
  /** Nothing could be read. */
  readonly hasFailed: boolean
}

/** Reads the files of a text into one root. Definitions that are broken are left out and are problems. */
export function parseProto(text: string, { files }: ProtoScan): ParsedProto {
  const root = new protobuf.Root()
  const problems: DefinitionProblem[] = []
  let failed = 0
  for (const [index, { offset, line }] of files.entries()) {
    const file = withoutImportOption(text.slice(offset, files[index + 1]?.offset ?? text.length))
    const found = parseFile(file, root)
    for (const problem of found.problems) problems.push({ ...problem, line: (problem.line ?? 1) + line - 1 })
    if (found.hasFailed) failed += 1
  }
  return { root, problems, hasFailed: failed === files.length }
}

/** Edition 2024 imports options by a word that protobufjs does not know. All else stays where it is. */
function withoutImportOption(file: string): string {
  return file.replaceAll(/^([ \t]*import[ \t]+)option(?=[ \t]+["'])/gm, '$1      ')
}

/** A file that fails leaves the root as it was, or with what comes before the failure: so it is tried in a root of its own first. */
function parseFile(file: string, root: protobuf.Root): Omit<ParsedProto, 'root'> {
  const problem = tryParse(file, new protobuf.Root()) ?? tryParse(file, root)
  if (!problem) return { problems: [], hasFailed: false }
  const head = headOf(file)
  const starts = [...file.matchAll(definitionStart)].map(({ index }) => index)
  const pieces = new protobuf.Root()
  const salvaged = salvage(file, starts, piece => checkPiece(piece, head, pieces))
  const rest = new protobuf.Root()
  if (!salvaged || salvaged.problems.length === 0 || tryParse(salvaged.text, rest) || tryParse(salvaged.text, root)) {
    return { problems: [problem], hasFailed: true }
  }
  return { problems: salvaged.problems, hasFailed: rest.nestedArray.length === 0 }
}

/** The syntax and package of a file, on one line. */
function headOf(file: string): string {
  const statements = [/^[ \t]*(?:syntax|edition)[^;]*;/m, /^[ \t]*package[^;]*;/m].map(pattern => pattern.exec(file)?.[0] ?? '')
  return statements.join(' ').replace(/\s+/g, ' ')
}

function checkPiece(piece: string, head: string, root: protobuf.Root): DefinitionProblem | undefined {
  const isHead = /^(?:syntax|edition|package)\b/.test(piece)
  return tryParse(isHead ? piece : `${head} ${piece}`, root)
}

function tryParse(text: string, root: protobuf.Root): DefinitionProblem | undefined {
  try {
    protobuf.parse(text, root, options)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof RangeError || message === 'max depth exceeded') return tooDeep(text)
    const [, words = message, line] = /^(.*) \((?:.*, )?line (\d+)\)$/s.exec(message) ?? []
    const problem = syntaxProblem(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)
    return line === undefined ? problem : { ...problem, line: Number(line) }
  }
}
