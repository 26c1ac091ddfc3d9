import type { Logger } from '@portico/core/server'
import { BoundedProcessError, createProcessPool } from '@portico/core/server/worker'
import { renderInterrupted, renderRefused } from '../errors.ts'
import type { RenderMethods } from './render-protocol.ts'

export interface RenderProcessOptions {
  /** The only folder, besides programs, that the processes may read. */
  readonly folder: string
  readonly log: Logger
  readonly timeoutMs: number
  readonly maxMegabytes: number
}

interface CallOptions {
  /** Who waits for it: a reader, or nobody. */
  readonly reader: string
  /** Calls that are the same are done once for all who wait. */
  readonly same?: string
}

/** What nobody waits for, such as the pages of a site that is put into search, has one turn together. */
export const background = 'background'

/** Of memory besides the heap: the program itself and what it has loaded. */
const besidesHeapMegabytes = 200
/** One for the background, one for whoever reads a page that takes long, one for others. */
const maxProcesses = 3

/** Renders foreign Markdown in bounded processes. Each reader has one at a time, so that nobody waits for the large pages of another. */
export function createRenderProcess({ folder, log, timeoutMs, maxMegabytes }: RenderProcessOptions) {
  const pool = createProcessPool({
    module: new URL('./render-child.ts', import.meta.url),
    purpose: 'docs to be rendered',
    readable: [`${folder}/*`],
    maxProcesses,
    maxProcessesPerKey: 1,
    heapMegabytes: maxMegabytes,
    maxResidentBytes: (maxMegabytes + besidesHeapMegabytes) * 2 ** 20,
    serialization: 'advanced',
  })

  function toFailure({ reason, message, said }: BoundedProcessError): Error {
    if (reason === 'failure') return renderRefused(message)
    if (reason === 'timeout') return renderInterrupted(`It took longer than ${timeoutMs / 1000} seconds`)
    if (reason === 'memory') return renderInterrupted(`It took more than ${maxMegabytes} MB of memory`)
    log.warn({ reason, said }, 'the rendering process ended while it rendered a page')
    return renderInterrupted('The process that renders ran out of memory or failed')
  }

  return {
    async call<M extends keyof RenderMethods>(
      method: M,
      args: Parameters<RenderMethods[M]>,
      { reader, same }: CallOptions,
    ): Promise<Awaited<ReturnType<RenderMethods[M]>>> {
      try {
        return await pool.send<Awaited<ReturnType<RenderMethods[M]>>>({ method, args }, { key: reader, same, timeoutMs })
      } catch (error) {
        throw error instanceof BoundedProcessError ? toFailure(error) : error
      }
    },
    /** Another reader waits for a call that was made before. */
    join: pool.join,
    stop: pool.stop,
    /** For tests that end them. */
    pids: pool.pids,
  }
}

export type RenderProcess = ReturnType<typeof createRenderProcess>
