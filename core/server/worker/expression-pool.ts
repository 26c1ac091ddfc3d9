import { LRUCache } from 'lru-cache'
import type { Logger } from '../operations/log.ts'
import { BoundedProcessError } from './bounded-process.ts'
import { createProcessPool } from './process-pool.ts'

const timeoutMs = 5000
const heapMegabytes = 256
const besidesHeapMegabytes = 200
/** One message is sent again so often, without what its process was ended at. */
const maxEnds = 5
/** So many inputs may an expression fail at within an hour, before it is set aside for all. */
const maxStrikes = 3
const asideMs = 3_600_000

/** One of the expressions of a message, which its program evaluates in their order. */
export interface ExpressionPart {
  readonly expression: string
  /** What it is evaluated with, where that is one thing; absent for a batch. */
  readonly of?: string
}

export interface ExpressionRun {
  /** Whose message it is. Keys are served in turn. */
  readonly key: string
  /** The program reports the place of the part that it is at, from 1 on. */
  readonly parts?: readonly ExpressionPart[]
  readonly signal?: AbortSignal | undefined
}

/** What the program gets beside its message: parts that it leaves out, by their place from 0 on, each with the reason. */
export interface SkippedParts {
  readonly skipped: Readonly<Record<number, string>>
}

/** Why a message was not answered: the words are for those who wrote the expression. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** The one pool of processes for expressions of documents, over what tools and entities say. */
export interface ExpressionPool {
  /**
   * Has a program answer a message in a bounded process: `run(new URL('./answer-message.ts', import.meta.url), message, { key })`. The program is a
   * module that exports `answer(message, report)`. A part at which the process is ended is left out, and the others are evaluated again.
   */
  run<T>(program: URL, message: object, options: ExpressionRun): Promise<T>
}

/** What has ended processes of late, so that it does not do so again for each entity. */
function createStrikes() {
  const ofInputs = new LRUCache<string, string>({ max: 10_000, ttl: asideMs })
  const ofExpressions = new LRUCache<string, { count: number; reason: string }>({ max: 2000, ttl: asideMs })
  const inputKey = ({ expression, of }: ExpressionPart) => `${of} ${expression}`

  return {
    add(part: ExpressionPart, reason: string): void {
      if (part.of !== undefined) ofInputs.set(inputKey(part), reason)
      const count = (ofExpressions.get(part.expression)?.count ?? 0) + 1
      ofExpressions.set(part.expression, { count, reason })
    },
    /** Why it is not evaluated now. */
    reasonOf(part: ExpressionPart): string | undefined {
      const whole = ofExpressions.get(part.expression)
      if (whole && whole.count >= maxStrikes) return whole.reason
      return part.of === undefined ? undefined : ofInputs.get(inputKey(part))
    },
  }
}

export function createExpressionPool({ log }: { readonly log: Pick<Logger, 'warn'> }): ExpressionPool & { readonly stop: () => void } {
  const pool = createProcessPool({
    module: new URL('./expression-process.ts', import.meta.url),
    purpose: 'expressions to be evaluated',
    maxProcesses: 3,
    maxProcessesPerKey: 2,
    maxWaitingPerKey: 500,
    maxWaiting: 5000,
    heapMegabytes,
    maxResidentBytes: (heapMegabytes + besidesHeapMegabytes) * 2 ** 20,
  })
  const strikes = createStrikes()

  return {
    async run<T>(program: URL, message: object, { key, parts = [], signal }: ExpressionRun): Promise<T> {
      const skipped: Record<number, string> = {}
      for (const [at, part] of parts.entries()) {
        const reason = strikes.reasonOf(part)
        if (reason !== undefined) skipped[at] = reason
      }
      for (let ends = 0; ; ends += 1) {
        try {
          return await pool.send<T>({ ...message, program: program.href, skipped }, { key, timeoutMs, signal })
        } catch (error) {
          const reason = limitOf(error)
          if (reason === undefined) throw error instanceof BoundedProcessError ? new ExpressionError(error.message) : error
          const { progress, said } = error as BoundedProcessError
          const at = progress - 1
          const part = parts[at]
          log.warn({ reason, said, expression: part?.expression }, 'a process of expressions was ended')
          if (!part || at in skipped || ends === maxEnds) throw new ExpressionError(reason)
          strikes.add(part, reason)
          skipped[at] = reason
        }
      }
    },
    stop: pool.stop,
  }
}

function limitOf(error: unknown): string | undefined {
  if (!(error instanceof BoundedProcessError)) return undefined
  if (error.reason === 'timeout') return `The expression takes longer than ${timeoutMs / 1000} s`
  // A heap that is full ends the process by itself.
  if (error.reason === 'memory' || error.reason === 'ended') return `The expression takes more than ${heapMegabytes} MB of memory`
  return undefined
}
