import { servePlugin } from '@portico/core/server/serve-plugin'
import { shared } from './shared-modules.ts'

servePlugin(shared)
