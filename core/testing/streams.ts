import * as streams from 'node:stream/web'

// Browsers have them, the pages of jsdom have not.
Object.assign(globalThis, streams)
