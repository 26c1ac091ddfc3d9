import type { TechdocsSection } from '../config.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import { publishedSites } from '../reports/published-sites.ts'
import type { ReportStore } from '../reports/report-store.ts'
import { toSanitizer } from '../sites/site-options.ts'
import { createExternalDocs } from './external-docs.ts'
import { openStorage } from './open-storage.ts'

interface Dependencies {
  /** The config as it is now. */
  readonly section: () => TechdocsSection
  /** Where relative paths of the config begin. */
  readonly folder: string
  readonly renderer: RenderProcess
  readonly reports: ReportStore
  /** A version is there that this server has not seen before. */
  readonly onSeen: (ref: string) => void
}

/** Docs that CI has published to the storage of the config. */
export function openPublishedDocs({ section, folder, renderer, reports, onSeen }: Dependencies) {
  const docs = createExternalDocs({
    storage: openStorage(section().publisher, folder),
    renderer,
    settings: () => toSanitizer(section()),
    keepsLetterCase: () => section().legacyUseCaseSensitiveTripletPaths,
    onSeen,
  })
  return { docs, source: publishedSites({ docs, renderer, reports }) }
}
