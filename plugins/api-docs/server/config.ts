import { z } from 'zod'
import { TrySettings } from './try/try-config.ts'

/** `apiDocs`: how API definitions are shown. */
export const apiDocsSections = { apiDocs: z.strictObject({ try: TrySettings }).prefault({}) }
