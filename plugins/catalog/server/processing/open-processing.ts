import type { Core } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import type { CatalogSection } from '../config.ts'
import { createProcessing } from './create-processing.ts'

interface Dependencies {
  readonly config: CatalogSection
  readonly integrations: Integrations
}

/** Processing as a part of the server: it starts and stops with it, and reports what fails. */
export function openProcessing({ db, log, work, server, onStart, onStop }: Core, { config, integrations }: Dependencies) {
  const { connection, recordStatement, notifications, events, scheduler } = work
  const processing = createProcessing({
    db,
    thread: { connection, recordStatement },
    listener: notifications,
    config,
    integrations,
    folder: server.folder,
    log,
    events,
    scheduler,
  })
  integrations.onChange(processing.reopen)
  server.inspection.reportProblems('catalog', processing.problems)
  onStart(processing.start)
  onStop(processing.stop)
  return processing
}
