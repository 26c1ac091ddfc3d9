import type { Translation } from '@portico/core/web'

/** Connectors in German. */
export const translation: Translation = {
  connectors: {},
}
