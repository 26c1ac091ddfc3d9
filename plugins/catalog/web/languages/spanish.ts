import type { Translation } from '@portico/core/web'
import { entityTexts } from './entity-spanish.ts'
import { healthTexts } from './health-spanish.ts'
import { homeTexts } from './home-spanish.ts'
import { indexTexts } from './index-spanish.ts'
import { timeTexts } from './time-spanish.ts'

/** The catalog in Spanish. */
export const translation: Translation = { ...indexTexts, ...entityTexts, ...healthTexts, ...timeTexts, ...homeTexts }
