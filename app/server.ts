import { runPortal } from '@portico/core/server'
import { portal } from './portal.ts'

await runPortal(portal)
