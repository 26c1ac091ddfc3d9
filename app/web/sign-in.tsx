import { authWeb } from '@portico/auth/web'
import { mountPortal } from '@portico/core/web'

mountPortal({ plugins: [authWeb], entry: 'sign-in' })
