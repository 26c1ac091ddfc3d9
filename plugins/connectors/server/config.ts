import { durationMs } from '@portico/core/server'
import { z } from 'zod'

export const connectorsSections = {
  connectors: z
    .strictObject({
      history: durationMs.prefault('400d').describe('How long the values are kept that facts had'),
    })
    .prefault({}),
}
