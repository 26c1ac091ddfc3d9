import type { Translation } from '@portico/core/web'
import { entityTexts } from './entity-french.ts'
import { healthTexts } from './health-french.ts'
import { homeTexts } from './home-french.ts'
import { indexTexts } from './index-french.ts'
import { timeTexts } from './time-french.ts'

/** The catalog in French. */
export const translation: Translation = { ...indexTexts, ...entityTexts, ...healthTexts, ...timeTexts, ...homeTexts }
