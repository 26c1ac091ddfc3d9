import { parseLocationRef } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { Readers } from '@portico/integrations/server'
import type { TemplatePart } from '@portico/scaffolder/common'
import { hash } from 'node:crypto'
import { workspaceLimits } from '../workspace/workspace.ts'
import type { ProvenanceStore } from './provenance-store.ts'
import type { ProvenanceService } from './provenance.ts'
import type { PartStore } from './part-store.ts'
import { createTreeDigest } from './template-parts.ts'

const maxAtOnce = 200

export interface CheckProvenanceDependencies {
  readonly store: Pick<ProvenanceStore, 'proposed'>
  readonly parts: PartStore
  readonly provenance: Pick<ProvenanceService, 'settle'>
  readonly reading: () => Promise<Readers>
  readonly log: Logger
}

/** Looks whether what repositories were made of has changed, and whether upgrades were merged. One that cannot be read costs itself only. */
export function createCheckProvenance({ store, parts, provenance, reading, log }: CheckProvenanceDependencies) {
  async function look(part: TemplatePart, signal: AbortSignal): Promise<TemplatePart> {
    const readers = await reading()
    const { type, target } = parseLocationRef(part.target)
    const options = { signal, etag: part.revision, origin: part.origin }
    if (part.kind === 'file') {
      const result = await readers.read(type, target, options)
      if (result.notModified) return part
      return { ...part, digest: hash('sha256', result.files[0]?.text ?? ''), revision: result.etag }
    }
    const result = await readers.readTree(type, target, { ...options, maxFiles: workspaceLimits.files, maxBytes: workspaceLimits.bytes })
    if (result.notModified) return part
    const digest = createTreeDigest()
    for await (const file of result.files) digest.add(file)
    return { ...part, digest: digest.value(), revision: result.etag }
  }

  return async function checkProvenance(signal: AbortSignal): Promise<void> {
    for (const part of await parts.toCheck(maxAtOnce)) {
      signal.throwIfAborted()
      // Written first: one that ends the server is not the first to be read after every start.
      await parts.observe([part])
      const seen = await look(part, signal).catch((error: unknown) => {
        log.info({ target: part.target, error }, 'what a template fetches could not be read')
        return part
      })
      await parts.observe([seen])
    }
    for (const stored of await store.proposed(maxAtOnce)) {
      signal.throwIfAborted()
      await provenance
        .settle(stored, signal)
        .catch((error: unknown) => log.info({ origin: stored.origin.id, error }, 'the pull request of an upgrade could not be read'))
    }
  }
}
