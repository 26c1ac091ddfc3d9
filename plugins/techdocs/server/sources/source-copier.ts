import type { Logger } from '@portico/core/server'
import { createLongLivedWorker } from '@portico/core/server/worker'
import type { Integrations } from '@portico/integrations/server'
import { renderInterrupted } from '../errors.ts'
import type { CopiedSource, CopyMethods, CopyRequest } from './source-protocol.ts'

/** Copies sources to the disk of this server, with the readers, credentials and limits of integrations. */
export function createSourceCopier({ integrations, log }: { readonly integrations: Integrations; readonly log: Logger }) {
  const open = () =>
    createLongLivedWorker<CopyMethods>({
      module: new URL('./source-worker.ts', import.meta.url),
      name: 'techdocs-source',
      log,
      heapMegabytes: 512,
      open: () => ({ data: { portable: integrations.portable() } }),
      interrupted: () => renderInterrupted('The source could not be read: the reading thread ended'),
    })
  let worker: ReturnType<typeof open> | undefined
  integrations.onChange(async () => {
    const old = worker
    worker = undefined
    await old?.stop()
  })
  return {
    copy: (request: CopyRequest): Promise<CopiedSource | undefined> => (worker ??= open()).call('copy', request),
    stop: async () => worker?.stop(),
  }
}

export type SourceCopier = ReturnType<typeof createSourceCopier>
