import { type KindDefinition, type LocationRef } from '@portico/catalog/common'
import { createLineFinder } from '../processing/document-lines.ts'
import { fillPlaceholders, mayHavePlaceholders } from '../processing/placeholders.ts'
import { processDocuments } from '../processing/process-documents.ts'
import { refOfDocument, type ProcessInput, type ProcessOutput } from '../processing/process-entity.ts'
import { emptyChain } from '../processing/processor.ts'
import { parseDocument, splitDocuments, type YamlDocument } from '../processing/yaml-documents.ts'
import type { Readers } from '../sources/readers.ts'
import type { SourceFile } from '../sources/source-reader.ts'

export interface DocumentSettings {
  readonly readers: Readers
  readonly kinds: readonly KindDefinition[]
}

/** One document of a file and what processing makes of it. */
export interface ReadDocument {
  readonly yaml: YamlDocument
  readonly document: unknown
  readonly output: ProcessOutput
  readonly lineOf: ReturnType<typeof createLineFinder>
}

export interface ReadFile {
  readonly documents: readonly ReadDocument[]
  readonly mistakes: readonly { readonly line: number; readonly message: string }[]
  /** Documents that a template has yet to fill in. */
  readonly skeletons: number
}

/** Processes the documents of a file as the server would, but for the rules about who may add what. */
export async function readDocuments(
  file: SourceFile,
  { type, origin, isSearched }: { readonly type: string; readonly origin: LocationRef; readonly isSearched: boolean },
  { readers, kinds }: DocumentSettings,
): Promise<ReadFile> {
  const location = { type, target: file.target }
  const all = splitDocuments(file.text)
  const wanted = isSearched ? all.filter(({ text }) => !isSkeleton(text)) : all
  const parsed = wanted.flatMap(yaml => parseDocument(yaml).map(result => ({ yaml, result })))
  const candidates = parsed.flatMap(({ yaml, result }) => ('value' in result ? [{ yaml, document: result.value }] : []))
  const filled = await Promise.all(candidates.map(fill))
  const context = { kinds, readers, isAllowed: undefined, chain: emptyChain }
  const outputs = await processDocuments(filled, context, at => refOfDocument(candidates[at]?.document))

  async function fill({ yaml, document }: (typeof candidates)[number]): Promise<ProcessInput | { readonly failure: unknown }> {
    if (!mayHavePlaceholders(yaml.text)) return { document, location, origin }
    try {
      return { document: await fillPlaceholders(document, { location, readers, readText }), location, origin }
    } catch (failure) {
      return { failure }
    }
  }

  async function readText(target: string): Promise<string> {
    const result = await readers.read(type, target, { origin: `${origin.type}:${origin.target}` })
    return result.notModified ? '' : (result.files[0]?.text ?? '')
  }

  return {
    documents: outputs.map((output, at) => {
      const { yaml, document } = candidates[at]!
      const input = filled[at]!
      return { yaml, document: 'document' in input ? input.document : document, output, lineOf: createLineFinder(yaml) }
    }),
    mistakes: parsed.flatMap(({ result }) => ('mistake' in result ? [result.mistake] : [])),
    skeletons: all.length - wanted.length,
  }
}

/** Whether the name in a document is an expression. Told from its text, since a skeleton often is no YAML either. */
function isSkeleton(text: string): boolean {
  return /^metadata:[ \t]*\r?\n(?:(?:[ \t].*)?\r?\n)*?[ \t]+name:.*\{\{/m.test(text)
}

/** Looking for the line of one of very many targets takes longer than a reader does who knows the Location. */
const mostTargets = 1000

/** The line of a Location at which a target stands, or of the Location itself. */
export function lineOfTarget({ document, yaml, lineOf }: ReadDocument, isTarget: (text: string) => boolean): number {
  const { target, targets } = (document as { spec?: { target?: unknown; targets?: unknown } }).spec ?? {}
  if (typeof target === 'string' && isTarget(target)) return lineOf(['spec', 'target'])
  if (!Array.isArray(targets) || targets.length > mostTargets) return yaml.line
  const index = targets.findIndex(each => typeof each === 'string' && isTarget(each))
  return index === -1 ? yaml.line : lineOf(['spec', 'targets', index])
}
