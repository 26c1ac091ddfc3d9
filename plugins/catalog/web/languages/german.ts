import type { Translation } from '@portico/core/web'
import { entityTexts } from './entity-german.ts'
import { healthTexts } from './health-german.ts'
import { homeTexts } from './home-german.ts'
import { indexTexts } from './index-german.ts'
import { timeTexts } from './time-german.ts'

/** The catalog in German. */
export const translation: Translation = { ...indexTexts, ...entityTexts, ...healthTexts, ...timeTexts, ...homeTexts }
