import type { AppComponents } from '../app-components.ts'
import { usePortal } from '../portal.tsx'
import { SignInPage } from '../session/SignInPage.tsx'
import { BootError } from './BootError.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PluginError } from './PluginError.tsx'

const own: AppComponents = {
  Progress: PageSkeleton,
  NotFoundPage,
  BootErrorPage: BootError,
  SignInPage,
  ErrorFallback: PluginError,
}

/** The parts of the shell: the app's own where it has any, else the ones that come with the portal. */
export function useComponents(): AppComponents {
  return { ...own, ...usePortal().components }
}
