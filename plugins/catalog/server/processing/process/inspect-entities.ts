import { parseLocationRef, previewLimits, type Entity, type PreviewInput, type RelationPair } from '@portico/catalog/common'
import { collectEntities, type CollectedError } from './collect-entities.ts'
import { createFileReaders, createRecordingReaders } from './inspected-files.ts'
import type { SourceContext } from './process-source.ts'
import { fromCoreText } from '../stitch/stitch-entity.ts'

/** One document that is fine. */
export interface InspectedEntity {
  readonly ref: string
  /** The file it stands in, as a location ref. */
  readonly location: string
  readonly line: number | undefined
  /** Undefined where so much was found that not all of it is handed over. */
  readonly entity: Entity | undefined
  readonly relations: readonly RelationPair[]
  /** It may come only by a rule of its own. */
  readonly needsRule: boolean
}

/** One document that has a name and is invalid. */
export interface InspectedFailure {
  readonly ref: string
  readonly location: string
  readonly line: number | undefined
  readonly errors: readonly CollectedError[]
  readonly text: string | undefined
}

/** What a location or some files lead to. Plain data, for another thread made it. */
export interface Inspection {
  readonly entities: readonly InspectedEntity[]
  readonly failures: readonly InspectedFailure[]
  readonly problems: readonly CollectedError[]
  readonly total: number
  readonly problemTotal: number
}

const maxCharacters = 4_000_000
const maxSnippetLines = 300

/** Reads and processes what a caller wants to register, and keeps nothing of it. */
export async function inspectEntities(input: PreviewInput, context: SourceContext): Promise<Inspection> {
  const texts = new Map<string, string>()
  const roots = 'files' in input ? input.files.map(({ name }) => ({ type: 'file', target: name })) : [input.location]
  const readers = 'files' in input ? createFileReaders(input.files, context.readers) : createRecordingReaders(context.readers, texts)
  // Files can bring a rule of their own with them, in the config that names them; addresses cannot.
  const isAllowed = 'files' in input ? undefined : context.isAllowed
  const collected = await collectEntities(roots, { ...context, readers, isAllowed })
  // Those that stand for the roots themselves are written nowhere.
  const entities = collected.entities.filter(({ line }) => line !== undefined)
  const failures = toFailures(collected.errors, texts, context)
  const problems = collected.errors.filter(({ ref, name }) => ref === undefined || name === conflictName)
  const hasRoom = createBudget(maxCharacters)
  return {
    entities: entities.slice(0, previewLimits.entities).map(({ ref, location, line, text, relations }) => {
      const entity = fromCoreText(text)
      const needsRule = 'files' in input && context.isAllowed !== undefined && !context.isAllowed(entity, parseLocationRef(location))
      return { ref, location, line, relations, entity: hasRoom(text.opening.length) ? entity : undefined, needsRule }
    }),
    failures: failures.slice(0, previewLimits.entities),
    problems: problems.slice(0, previewLimits.problems),
    total: entities.length + failures.length,
    problemTotal: problems.length,
  }
}

const conflictName = 'ConflictError'

/** Says whether there is room for so many characters more. */
function createBudget(max: number): (characters: number) => boolean {
  let used = 0
  return characters => {
    used += characters
    return used <= max
  }
}

function toFailures(errors: readonly CollectedError[], texts: ReadonlyMap<string, string>, { kinds }: SourceContext): InspectedFailure[] {
  const named = errors.filter(error => error.ref !== undefined && error.name !== conflictName)
  return [...Map.groupBy(named, ({ ref, location }) => `${ref}\n${location}`).values()].map(found => {
    const [{ ref = '', location, documentLine: line } = named[0]!] = found
    const kind = ref.slice(0, ref.indexOf(':'))
    // What is not an entity may be anything, such as a secret in a file that only the portal may read: it is not shown.
    const isShown = kinds.some(known => known.kind.toLowerCase() === kind)
    const text = isShown ? snippetOf(texts.get(location), line ?? 1) : undefined
    return { ref, location, line, errors: found, text }
  })
}

/** The document at a line of a file. */
function snippetOf(text: string | undefined, line: number): string | undefined {
  if (text === undefined) return undefined
  const lines = text.split('\n').slice(line - 1, line - 1 + maxSnippetLines)
  const end = lines.findIndex((each, at) => at > 0 && /^---\s*$/.test(each))
  return lines.slice(0, end === -1 ? undefined : end).join('\n')
}
