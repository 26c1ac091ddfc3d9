import type { ApiCall, Repository, RepositoryRef } from '@portico/integrations/server'
import type { z } from 'zod'
import { expectAnswer, toRepository, undoOptions, writeOptions, type PublishDependencies } from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'

type Answer = Readonly<Record<string, unknown>>

/** An action that is one call to the API of a host. */
export interface HostCallAction<I extends z.ZodType> {
  readonly id: string
  readonly description: string
  /** The input of the example, as YAML, each line with six blanks before it. */
  readonly example: string
  readonly input: I
  readonly output?: z.ZodObject
  /** Whether a second call does no harm by itself. Otherwise it is made once. */
  readonly isRepeatable?: boolean
  /** A dry run says what a run would make. Otherwise the step is skipped there. */
  readonly supportsDryRun?: boolean
  /** A refusal is a warning. */
  readonly onlyWarns?: boolean
  /** Fills in what the input leaves open; `find` asks for the repository. */
  readonly complete?: (input: z.output<I>, find: () => Promise<Repository | undefined>) => Promise<z.output<I>>
  readonly call: (input: z.output<I>, ref: RepositoryRef) => ApiCall
  /** Calls that follow the first one, and belong to it. */
  readonly followUp?: (input: z.output<I>, ref: RepositoryRef) => readonly ApiCall[]
  readonly outputs?: (answer: Answer, input: z.output<I>) => Readonly<Record<string, unknown>>
  /** Texts of the answer that nobody may see. */
  readonly secretsOf?: (answer: Answer) => readonly string[]
  readonly effect: {
    readonly kind: string
    readonly title: (input: z.output<I>) => string
    readonly address?: (answer: Answer) => string | undefined
  }
  readonly undo?: (input: z.output<I>, ref: RepositoryRef, answer: Answer) => ApiCall | undefined
}

interface Located {
  readonly repoUrl?: string | undefined
  readonly token?: string | undefined
}

/** Declares actions that call a host, with ledger, undo and idempotency in one place. */
export function createHostCallAction<I extends z.ZodType<Located>>(
  dependencies: PublishDependencies,
  given: HostCallAction<I>,
  locate?: (input: z.output<I>) => RepositoryRef,
): Action {
  const { effect } = given
  return defineAction({
    id: given.id,
    description: given.description,
    examples: [{ description: 'In a template', example: `steps:\n  - action: ${given.id}\n    input:\n${given.example}` }],
    input: given.input,
    ...(given.output && { output: given.output }),
    ...(given.supportsDryRun && { supportsDryRun: true }),
    isIdempotent: true,
    plan: ({ input }) => [{ kind: effect.kind, title: effect.title(input) }],
    async run({ input: written, hosts, isDryRun, signal, once, record, output, warn, log, hide }) {
      const { repositories } = dependencies
      const ref = locate?.(written) ?? toRepository(written.repoUrl ?? '', hosts)
      if (isDryRun) {
        log(`A run would make: ${effect.title(written)}`)
        return record({ kind: effect.kind, title: effect.title(written) })
      }
      const options = writeOptions(dependencies, written.token, signal)
      const input = (await given.complete?.(written, () => repositories.get(ref, options))) ?? written
      const send = async (): Promise<Answer> => {
        const answer = expectAnswer(await repositories.call(ref, given.call(input, ref), options), given.id)
        for (const call of given.followUp?.(input, ref) ?? []) expectAnswer(await repositories.call(ref, call, options), given.id)
        given.secretsOf?.(answer).forEach(hide)
        const undo = given.undo?.(input, ref, answer)
        const place = { host: ref.host, owner: ref.owner, organization: ref.organization }
        await record({
          kind: effect.kind,
          title: effect.title(input),
          address: effect.address?.(answer),
          ...(undo && { undo: { place, call: undo } }),
        })
        return answer
      }
      try {
        const answer = given.isRepeatable ? await send() : await once('answer', send)
        given.secretsOf?.(answer).forEach(hide)
        for (const [name, value] of Object.entries(given.outputs?.(answer, input) ?? {})) output(name, value)
        log(effect.title(input))
      } catch (error) {
        if (!given.onlyWarns) throw error
        signal.throwIfAborted()
        warn((error as Error).message)
      }
    },
    ...(given.undo && {
      async undo({ undo, title }, context) {
        const { place, call } = undo as unknown as { place: Pick<RepositoryRef, 'host' | 'owner' | 'organization'>; call: ApiCall }
        const answer = await dependencies.repositories.call(place, call, undoOptions(context))
        if (answer.status !== 404) expectAnswer(answer, `Undoing ${title}`)
      },
    }),
  }) as unknown as Action
}
