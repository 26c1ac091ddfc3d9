import type { Entity, Problem } from '@portico/catalog/common'
import { checkDocument } from '../read/document-limits.ts'
import {
  finishEntity,
  prepareEntity,
  refOfDocument,
  toEntityError,
  toError,
  unfitRelation,
  type EntityError,
  type ProcessContext,
  type ProcessInput,
  type ProcessOutput,
} from './process-entity.ts'
import type { ProcessorChain, ProcessorOutput, ProcessorStage } from './processor.ts'
import { isStorable } from '../read/storable-text.ts'

/** A document that could not be completed, and why. */
export type FailedInput = { readonly failure: unknown } | { readonly problem: Problem }

export interface DocumentContext extends ProcessContext {
  readonly chain: ProcessorChain
}

/** Processes documents with whatever steps plugins add, each step for all of them at once. */
export async function processDocuments(
  inputs: readonly (ProcessInput | FailedInput)[],
  context: DocumentContext,
  refAt: (at: number) => string | undefined,
): Promise<ProcessOutput[]> {
  const { chain } = context
  const prepared = inputs.map((input, at) =>
    'document' in input
      ? prepareEntity(input, context)
      : { ref: refAt(at), entity: undefined, errors: ['problem' in input ? toError(input.problem) : toEntityError(input.failure)] },
  )
  const contextOf = (at: number) => {
    const { location, origin } = inputs[at] as ProcessInput
    return { location: location ?? origin, origin }
  }
  const ready = prepared.flatMap(({ entity }, at) => (entity ? [at] : []))
  const entities = new Map(ready.map(at => [at, prepared[at]!.entity!]))
  const errors = new Map<number, EntityError>()

  async function run(stage: ProcessorStage, indexes: readonly number[]): Promise<Map<number, ProcessorOutput>> {
    if (!chain.stages.includes(stage) || indexes.length === 0) return new Map()
    const outputs = await chain.run(
      stage,
      indexes.map(at => ({ entity: entities.get(at)!, context: contextOf(at) })),
    )
    return new Map(indexes.map((at, index) => [at, outputs[index] ?? {}]))
  }

  /** Takes over what a step made of the entity, unless that is another entity now. */
  function adopt(at: number, output: { entity?: Entity; error?: EntityError } | undefined): void {
    if (output?.error) errors.set(at, output.error)
    if (!output?.entity) return
    const tooMuch = checkDocument(output.entity, context.limits)
    if (tooMuch)
      errors.set(at, toError({ ...tooMuch, message: `A processor made something of it that cannot be kept: ${tooMuch.message}` }))
    else if (refOfDocument(output.entity) === prepared[at]!.ref) entities.set(at, output.entity)
    else errors.set(at, { name: 'InputError', message: 'A processor changed the kind, namespace or name of the entity' })
  }

  for (const [at, output] of await run('preProcess', ready)) adopt(at, output)
  const known = await run('validate', ready)
  const finished = inputs.map((input, at): ProcessOutput => {
    const { ref, errors: found } = prepared[at]!
    const entity = entities.get(at)
    const error = errors.get(at) ?? known.get(at)?.error
    if (!entity || error || !('document' in input)) {
      return { ref, entity: undefined, relations: [], children: [], refreshKeys: [], errors: error ? [error] : found }
    }
    return finishEntity(entity, input, context, known.get(at))
  })
  const good = finished.flatMap(({ entity }, at) => (entity ? [at] : []))
  const after = await run('postProcess', good)
  return finished.map((output, at) => {
    const more = after.get(at)
    if (!more) return output
    adopt(at, more)
    const error = errors.get(at) ?? unfitAddition(more)
    if (error) return { ...output, entity: undefined, errors: [error] }
    const relations = [...output.relations, ...(more.relations ?? [])]
    return {
      ...output,
      entity: entities.get(at),
      relations,
      children: [...output.children, ...(more.children ?? [])],
      refreshKeys: more.refreshKeys ?? [],
    }
  })
}

/** What a processor adds and cannot be kept. */
function unfitAddition({ relations = [], children = [], refreshKeys = [] }: ProcessorOutput): EntityError | undefined {
  const isFit = [...children.map(({ target }) => target), ...refreshKeys].every(isStorable)
  const message = unfitRelation(relations) ?? (isFit ? undefined : 'A processor added a key or a target with text that no database holds')
  return message === undefined ? undefined : { name: 'InputError', message }
}
