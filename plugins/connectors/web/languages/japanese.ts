import type { Translation } from '@portico/core/web'

/** Connectors in Japanese. */
export const translation: Translation = {
  connectors: {},
}
