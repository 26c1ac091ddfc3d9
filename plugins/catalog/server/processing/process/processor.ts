import type { Entity, LocationRef, Problem, RelationPair } from '@portico/catalog/common'
import type { ChildTarget } from '../read/location-targets.ts'

/** What a processor knows about the entity it is given. */
export interface ProcessorContext {
  readonly location: LocationRef
  readonly origin: LocationRef
}

/** What a processor adds to an entity. */
export interface ProcessorResult {
  readonly entity?: Entity
  readonly relations?: readonly RelationPair[]
  readonly children?: readonly ChildTarget[]
  /** Keys that, when refreshed, have the source of this entity read again. */
  readonly refreshKeys?: readonly string[]
}

/**
 * A step of processing that a plugin adds. It runs only when an entity has changed, so what it returns should follow from what it is
 * given. Kind, namespace and name must stay as they are. What it throws is shown as the entity's error.
 */
export interface EntityProcessor {
  readonly name: string
  /** Lower comes first; 20 by default. */
  readonly priority?: number
  /** Change it when results change, so that everything is processed again. */
  readonly version?: string
  preProcess?(entity: Entity, context: ProcessorContext): Entity | Promise<Entity>
  /** For kinds of its own: undefined when it does not know the kind, else what is wrong. */
  validate?(entity: Entity, context: ProcessorContext): readonly Problem[] | undefined | Promise<readonly Problem[] | undefined>
  postProcess?(entity: Entity, context: ProcessorContext): ProcessorResult | undefined | Promise<ProcessorResult | undefined>
}

export interface ProcessorOptions {
  readonly disabled?: boolean | undefined
  readonly priority?: number | undefined
}

export interface ProcessorInput {
  readonly entity: Entity
  readonly context: ProcessorContext
}

export type ProcessorStage = 'preProcess' | 'validate' | 'postProcess'

export interface ProcessorOutput extends ProcessorResult {
  /** Some processor knows the kind. */
  readonly isKnown?: boolean
  readonly problems?: readonly Problem[]
  readonly error?: { readonly name: string; readonly message: string }
}

/** All processors as one, in batches, so that it can also be called from another thread. */
export interface ProcessorChain {
  readonly stages: readonly ProcessorStage[]
  readonly fingerprint: string
  run(stage: ProcessorStage, inputs: readonly ProcessorInput[]): Promise<ProcessorOutput[]>
}

/** No processors at all. */
export const emptyChain: ProcessorChain = { stages: [], fingerprint: '', run: async (_stage, inputs) => inputs.map(() => ({})) }

/** The processors that config leaves in, in their order. */
export function createProcessorChain(
  processors: readonly EntityProcessor[],
  options: Readonly<Record<string, ProcessorOptions>> = {},
): ProcessorChain {
  const priorityOf = ({ name, priority = 20 }: EntityProcessor) => options[name]?.priority ?? priority
  const active = processors.filter(({ name }) => !options[name]?.disabled).toSorted((left, right) => priorityOf(left) - priorityOf(right))
  const stages = (['preProcess', 'validate', 'postProcess'] as const).filter(stage => active.some(each => each[stage]))

  async function runOne(stage: ProcessorStage, { entity, context }: ProcessorInput): Promise<ProcessorOutput> {
    try {
      if (stage === 'preProcess') return await preProcess(active, entity, context)
      return stage === 'validate' ? await validate(active, entity, context) : await postProcess(active, entity, context)
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      return { error: { name, message } }
    }
  }

  return {
    stages,
    fingerprint: active.map(each => `${each.name}@${each.version ?? ''}#${priorityOf(each)}`).join(' '),
    run: (stage, inputs) => Promise.all(inputs.map(input => runOne(stage, input))),
  }
}

async function preProcess(processors: readonly EntityProcessor[], given: Entity, context: ProcessorContext): Promise<ProcessorOutput> {
  let entity = given
  for (const processor of processors) entity = (await processor.preProcess?.(entity, context)) ?? entity
  return { entity }
}

async function validate(processors: readonly EntityProcessor[], entity: Entity, context: ProcessorContext): Promise<ProcessorOutput> {
  const results: (readonly Problem[])[] = []
  for (const processor of processors) {
    const problems = await processor.validate?.(entity, context)
    if (problems) results.push(problems)
  }
  return { isKnown: results.length > 0, problems: results.flat() }
}

async function postProcess(processors: readonly EntityProcessor[], given: Entity, context: ProcessorContext): Promise<ProcessorOutput> {
  let entity = given
  const results: ProcessorResult[] = []
  for (const processor of processors) {
    const result = await processor.postProcess?.(entity, context)
    if (!result) continue
    results.push(result)
    entity = result.entity ?? entity
  }
  return {
    entity,
    relations: results.flatMap(({ relations = [] }) => relations),
    children: results.flatMap(({ children = [] }) => children),
    refreshKeys: results.flatMap(({ refreshKeys = [] }) => refreshKeys),
  }
}
