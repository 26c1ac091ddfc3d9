import { preloadFirst } from '@portico/core/web'
import { wizardRequests } from '@portico/scaffolder/common'

/** Requests the form of a template, and what its head shows, while the code of the page loads. */
export const preload = preloadFirst(wizardRequests)
