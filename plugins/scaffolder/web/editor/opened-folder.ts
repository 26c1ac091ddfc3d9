import { createObservable } from '@portico/core/web'
import type { TemplateFolder } from './folder.ts'

/** The folder that the editor has open. A directory of the user's machine fits in no address: it lives as long as the tab. */
export const openedFolder = createObservable<TemplateFolder | undefined>(undefined)
