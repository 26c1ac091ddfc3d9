import type { Translation } from '@portico/core/web'
export const translation: Translation = {}
