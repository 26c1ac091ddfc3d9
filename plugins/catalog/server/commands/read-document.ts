import { type KindDefinition, type LocationRef } from '@portico/catalog/common'
import { checkDocument, createLimitedRead, exceeds, type DocumentLimits } from '../processing/read/document-limits.ts'
import { createLineFinder } from '../processing/read/document-lines.ts'
import { AppError, inputError } from '@portico/core/common'
import type { Readers, SourceFile } from '@portico/integrations/server'
import { sourceInvalid } from '../errors.ts'
import { includedType } from '../processing/read/included-file.ts'
import { fillPlaceholders, mayHavePlaceholders } from '../processing/process/placeholders.ts'
import { processDocuments, type FailedInput } from '../processing/process/process-documents.ts'
import { refOfDocument, type ProcessInput, type ProcessOutput } from '../processing/process/process-entity.ts'
import { emptyChain } from '../processing/process/processor.ts'
import { parseDocument, splitDocuments, type YamlDocument } from '../processing/read/yaml-documents.ts'

export interface DocumentSettings {
  readonly readers: Readers
  readonly kinds: readonly KindDefinition[]
  /** Whether web addresses are read. */
  readonly isRemote: boolean
  readonly limits: DocumentLimits
}

/** One document of a file and what processing makes of it. */
export interface ReadDocument {
  readonly yaml: YamlDocument
  readonly document: unknown
  readonly output: ProcessOutput
  readonly lineOf: ReturnType<typeof createLineFinder>
  /** Web addresses that it includes and that were not read. What would stand there is not judged. */
  readonly notFetched: readonly string[]
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
  { readers, kinds, limits, isRemote }: DocumentSettings,
): Promise<ReadFile> {
  const location = { type, target: file.target }
  const all = splitDocuments(file.text, limits.documents)
  if (all.length > limits.documents) throw sourceInvalid(`${file.target} ${exceeds('documents', limits)}`)
  const wanted = isSearched ? all.filter(({ text }) => !isSkeleton(text)) : all
  const parsed = wanted.flatMap(yaml => parseDocument(yaml, limits).map(result => ({ yaml, result })))
  const candidates = parsed.flatMap(({ yaml, result }) => ('value' in result ? [{ yaml, document: result.value }] : []))
  const filled = await Promise.all(candidates.map(fill))
  const context = { kinds, readers, isAllowed: undefined, chain: emptyChain, limits, isOffline: true }
  const outputs = await processDocuments(
    filled.map(({ input }) => input),
    context,
    at => refOfDocument(candidates[at]?.document),
  )

  async function fill({ yaml, document }: (typeof candidates)[number]): Promise<Filled> {
    if (!mayHavePlaceholders(yaml.text)) return { input: { document, location, origin }, notFetched: [] }
    const notFetched: string[] = []
    // An address that is not read stands for itself.
    const insteadOf = (failure: unknown, target: string) => {
      if (!(failure instanceof AppError) || failure.code !== notFetchedCode) throw failure
      notFetched.push(target)
      return target
    }
    const tooMuch = checkDocument(document, limits)
    if (tooMuch) return { input: { problem: tooMuch }, notFetched }
    try {
      const limited = createLimitedRead(readText, limits)
      const whole = await fillPlaceholders(document, { location, readers, readText: limited, limits, insteadOf })
      return { input: { document: whole, location, origin }, notFetched }
    } catch (failure) {
      return { input: { failure }, notFetched }
    }
  }

  async function readText(target: string): Promise<string> {
    const included = includedType(type, target)
    if (included !== 'file' && !isRemote) throw inputError(`${target} was not read`, { code: notFetchedCode })
    const result = await readers.read(included, target, { origin: `${origin.type}:${origin.target}` })
    return result.notModified ? '' : (result.files[0]?.text ?? '')
  }

  return {
    documents: outputs.map((output, at) => {
      const { yaml, document } = candidates[at]!
      const { input, notFetched } = filled[at]!
      const read = 'document' in input ? input.document : document
      const judged = notFetched.length > 0 ? withoutUnknown(output, read, notFetched) : output
      return { yaml, document: read, output: judged, lineOf: createLineFinder(yaml), notFetched }
    }),
    mistakes: parsed.flatMap(({ result }) => ('mistake' in result ? [result.mistake] : [])),
    skeletons: all.length - wanted.length,
  }
}

interface Filled {
  readonly input: ProcessInput | FailedInput
  readonly notFetched: readonly string[]
}

const notFetchedCode = 'catalog.not-fetched'

/** An output without mistakes in what was not read. */
function withoutUnknown(output: ProcessOutput, document: unknown, notFetched: readonly string[]): ProcessOutput {
  const isUnknown = (path: readonly (string | number)[]) => {
    let value: unknown = document
    for (const key of path) {
      if (typeof value !== 'object' || value === null) break
      value = (value as Record<string | number, unknown>)[key]
    }
    return typeof value === 'string' && notFetched.includes(value)
  }
  return { ...output, errors: output.errors.filter(({ path }) => path === undefined || !isUnknown(path)) }
}

/** Whether the name in a document is an expression. Judged by its text, since a skeleton often is not YAML either. */
function isSkeleton(text: string): boolean {
  return /^metadata:[ \t]*\r?\n(?:(?:[ \t].*)?\r?\n)*?[ \t]+name:.*\{\{/m.test(text)
}

/** Looking for the line of one of very many targets takes longer than a reader does who knows the Location. */
const maxTargets = 1000

/** The line of a Location at which a target stands, or of the Location itself. */
export function lineOfTarget({ document, yaml, lineOf }: ReadDocument, isTarget: (text: string) => boolean): number {
  const { target, targets } = (document as { spec?: { target?: unknown; targets?: unknown } }).spec ?? {}
  if (typeof target === 'string' && isTarget(target)) return lineOf(['spec', 'target'])
  if (!Array.isArray(targets) || targets.length > maxTargets) return yaml.line
  const index = targets.findIndex(each => typeof each === 'string' && isTarget(each))
  return index === -1 ? yaml.line : lineOf(['spec', 'targets', index])
}
