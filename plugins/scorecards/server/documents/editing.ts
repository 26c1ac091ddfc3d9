import type { Audit, Principal } from '@portico/core/server'
import type { Facts } from '@portico/connectors/server'
import type { Integrations } from '@portico/integrations/server'
import {
  documentLimits,
  type Completions,
  type DocumentKind,
  type DocumentProblem,
  type ScorecardsDocument,
  type StoredDocument,
} from '@portico/scorecards/common'
import {
  documentElsewhere,
  documentInvalid,
  documentMismatch,
  documentNotFound,
  proposalTargetMissing,
  tooManyDocuments,
} from '../errors.ts'
import type { Evaluator } from '../evaluating/evaluator.ts'
import { problemsFact } from '../evaluating/read-inputs.ts'
import { expressionFields, expressionFunctions } from './completions.ts'
import type { Documents, KnownDocument } from './documents.ts'
import type { DocumentStore } from './document-store.ts'
import { proposeDocument } from './propose.ts'
import { readDocuments, refuseLong } from './read-documents.ts'

export interface EditingDependencies {
  readonly documents: Documents
  readonly store: DocumentStore
  readonly evaluator: Pick<Evaluator, 'inspect'>
  readonly facts: Pick<Facts, 'definitions'> | undefined
  readonly integrations: Pick<Integrations, 'reading' | 'repositories'>
  readonly audit: Audit
  readonly proposals: () => string | undefined
  /** Tells every server that documents are different from before. */
  readonly onChanged: () => Promise<void>
}

export interface CheckedText {
  readonly document?: ScorecardsDocument
  readonly problems: readonly DocumentProblem[]
}

/** Documents as people write them. */
export function createEditing({ documents, store, evaluator, facts, integrations, audit, proposals, onChanged }: EditingDependencies) {
  const warn = (
    place: { line: number; column: number },
    path: string,
    message: string,
    severity: DocumentProblem['severity'] = 'warning',
  ) => ({ ...place, path, message, severity })

  /** What is wrong in a text with one document: its form, its expression, and what it names that is not there. */
  async function check(text: string): Promise<CheckedText> {
    const long = refuseLong(text)
    if (long.length > 0) return { problems: long }
    const [read, second] = readDocuments(text)
    if (!read) return { problems: [{ line: 1, column: 1, path: '', message: 'There is no document', severity: 'error' }] }
    if (second)
      return { problems: [{ line: second.line, column: 1, path: '', message: 'One document is edited at a time', severity: 'error' }] }
    if (!read.document) return { problems: read.problems }
    const problems: DocumentProblem[] = []
    const { document, placeOf } = read
    if (document.kind === 'Check') {
      const [inspection] = await evaluator.inspect([document.spec.expression])
      const place = placeOf(['spec', 'expression'])
      if (inspection && 'error' in inspection) problems.push(warn(place, 'spec.expression', inspection.error, 'error'))
      else {
        const known = new Set([problemsFact, ...(facts?.definitions() ?? []).map(({ name }) => name)])
        for (const name of inspection?.facts ?? [])
          if (name.startsWith('scorecards.'))
            problems.push(warn(place, 'spec.expression', `'${name}' is made of checks: a check on it would go in circles`, 'error'))
          else if (!known.has(name))
            problems.push(warn(place, 'spec.expression', `There is no fact '${name}' now: results will be unknown`))
      }
    } else {
      const names =
        document.kind === 'Scorecard'
          ? [...document.spec.levels.flatMap(level => level.checks), ...document.spec.checks]
          : document.spec.checks
      for (const name of new Set(names))
        if (!documents.current().checks.has(name))
          problems.push(warn(placeOf(['spec', 'checks']), 'spec.checks', `There is no check '${name}'`))
      for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
        problems.push(warn(placeOf(['spec']), 'spec', `'${name}' is named more than once: it counts once`))
    }
    return { document, problems }
  }

  const all = (): KnownDocument[] => {
    const { checks, scorecards, campaigns } = documents.current()
    return [...checks.values(), ...scorecards.values(), ...campaigns.values()]
  }
  const find = (kind: string, name: string) => all().find(({ document }) => document.kind === kind && document.metadata.name === name)

  async function valid(text: string): Promise<ScorecardsDocument> {
    const { document, problems } = await check(text)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (!document || errors.length > 0) throw documentInvalid(errors)
    return document
  }

  return {
    check,
    list: (kind: DocumentKind | undefined) => ({
      items: all()
        .filter(({ document }) => kind === undefined || document.kind === kind)
        .map(toStored),
      problems: [...documents.current().problems],
    }),
    get(kind: string, name: string) {
      const known = find(kind, name)
      if (!known) throw documentNotFound(name)
      return { ...toStored(known), text: known.text }
    },
    async put(caller: Principal, { kind, name, text }: { kind: string; name: string; text: string }): Promise<StoredDocument> {
      const document = await valid(text)
      if (document.kind !== kind || document.metadata.name !== name)
        throw documentMismatch(`${kind} '${name}'`, `${document.kind} '${document.metadata.name}'`)
      const known = find(kind, name)
      if (known?.source.type === 'location') throw documentElsewhere(name, known.source.target ?? 'a file')
      if (!known && all().length >= documentLimits.count) throw tooManyDocuments(documentLimits.count)
      const user = caller.type === 'user' ? caller.userEntityRef : caller.type === 'service' ? caller.subject : ''
      await store.put({ kind, name, text, user })
      await audit.record({
        caller,
        action: 'scorecards.document.save',
        subject: `${kind}/${name}`,
        result: 'success',
        details: { state: document.spec.state },
      })
      await onChanged()
      return toStored(find(kind, name)!)
    },
    async remove(caller: Principal, kind: string, name: string): Promise<void> {
      const known = find(kind, name)
      if (!known) throw documentNotFound(name)
      if (known.source.type !== 'portal') throw documentElsewhere(name, known.source.target ?? known.source.type)
      if (!(await store.remove(kind, name))) throw documentNotFound(name)
      await audit.record({ caller, action: 'scorecards.document.remove', subject: `${kind}/${name}`, result: 'success' })
      await onChanged()
    },
    async propose(
      caller: Principal,
      {
        text,
        target,
        title,
        message,
      }: { text: string; target?: string | undefined; title?: string | undefined; message?: string | undefined },
    ) {
      const document = await valid(text)
      const known = find(document.kind, document.metadata.name)
      const where = target ?? (known?.source.type === 'location' ? known.source.target : undefined) ?? proposals()
      if (where === undefined) throw proposalTargetMissing()
      const words = title ?? `${known ? 'Change' : 'Add'} the ${document.kind.toLowerCase()} ${document.metadata.title}`
      const url = await proposeDocument(integrations, {
        target: where,
        kind: document.kind,
        name: document.metadata.name,
        text,
        title: words,
        message,
      })
      await audit.record({
        caller,
        action: 'scorecards.document.propose',
        subject: `${document.kind}/${document.metadata.name}`,
        result: 'success',
        details: { url },
      })
      return { url }
    },
    completions(): Completions {
      return {
        facts: [
          { name: problemsFact, title: 'What the catalog finds wrong', type: 'list', source: 'catalog' },
          ...(facts?.definitions() ?? [])
            .filter(({ source }) => source !== 'scorecards')
            .map(({ name, title, type, unit, description, source, states }) => ({
              name,
              title,
              type,
              source,
              ...(unit !== undefined && { unit }),
              ...(description !== undefined && { description }),
              ...(states && { states: Object.keys(states) }),
            })),
        ],
        fields: [...expressionFields],
        functions: [...expressionFunctions],
        checks: [...documents.current().checks.values()].map(({ document: { metadata } }) => ({
          name: metadata.name,
          title: metadata.title,
        })),
      }
    },
  }
}

export type Editing = ReturnType<typeof createEditing>

function toStored({ document, source, problems }: KnownDocument): StoredDocument {
  const { metadata, spec, kind } = document
  const { name, title } = metadata
  return {
    kind,
    name,
    title,
    state: spec.state,
    owner: spec.owner,
    source,
    isEditable: source.type !== 'location',
    problems: [...problems],
  }
}
