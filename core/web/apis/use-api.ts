import { usePortal } from '../portal.tsx'
import type { ApiRef } from './api-ref.ts'

/** An API of the portal or of a plugin: `const alerts = useApi(alertApiRef)`. */
export function useApi<Api>(ref: ApiRef<Api>): Api {
  return usePortal().apis.get(ref)
}

/** Finds any API, for code that is told by another plugin which ones it needs: `const api = useApis()`, then `api(alertApiRef)`. */
export function useApis(): <Api>(ref: ApiRef<Api>) => Api {
  return usePortal().apis.get
}
