import type { Translation } from '@portico/core/web'
import { entityTexts } from './entity-japanese.ts'
import { healthTexts } from './health-japanese.ts'
import { homeTexts } from './home-japanese.ts'
import { indexTexts } from './index-japanese.ts'
import { timeTexts } from './time-japanese.ts'

/** The catalog in Japanese. */
export const translation: Translation = { ...indexTexts, ...entityTexts, ...healthTexts, ...timeTexts, ...homeTexts }
