import { mountPortal } from '@portico/core/web'
import { plugins } from './plugins.ts'

mountPortal({ plugins })
