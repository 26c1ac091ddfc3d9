import type { Translation } from '@portico/core/web'

/** Connectors in French. */
export const translation: Translation = {
  connectors: {},
}
