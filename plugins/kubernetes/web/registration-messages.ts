import { defineMessages } from '@portico/core/web'

/** The texts that every page has: the others are loaded with what shows them. */
export const registrationMessages = defineMessages('kubernetes', { kubernetes: 'Kubernetes', health: 'Kubernetes' })
