import { configure } from '@testing-library/react'
import * as streams from 'node:stream/web'

// Browsers have them, the pages of jsdom have not.
Object.assign(globalThis, streams)

// A machine that is busy with other tests takes its time.
configure({ asyncUtilTimeout: 5000 })
