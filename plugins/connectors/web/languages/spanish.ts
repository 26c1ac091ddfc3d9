import type { Translation } from '@portico/core/web'

/** Connectors in Spanish. */
export const translation: Translation = {
  connectors: {},
}
