import { defineContract, del, get, options, patch, post, put } from '@portico/core/common'

/** The maximum size of a request body, in bytes. */
export const maxRequestBytes = 2 ** 30

const reading = { access: 'public', raw: true, summary: 'Forwards to an endpoint of the config' } as const
const writing = { ...reading, upload: true, bodyLimit: maxRequestBytes } as const

/** Who may call is decided by `credentials` of each endpoint: signed-in callers by default. */
export const proxyApi = defineContract('proxy', {
  forwardGet: get('/*', reading),
  forwardOptions: options('/*', reading),
  forwardPost: post('/*', writing),
  forwardPut: put('/*', writing),
  forwardPatch: patch('/*', writing),
  forwardDelete: del('/*', writing),
})
