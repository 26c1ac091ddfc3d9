import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import type { RefOfReadable } from './readable-apis.ts'
import type { Trying } from './trying.ts'

/** Routes that send requests of readers. */
export function tryRoutes({
  trying,
  apis,
}: {
  readonly trying: Trying
  readonly apis: RefOfReadable
}): Pick<Handlers<typeof apiDocsApi>, 'listTryTargets' | 'tryRequest'> {
  return {
    listTryTargets: async ({ caller, params }) => ({ items: await trying.targetsFor(caller, await apis(caller, params)) }),
    tryRequest: async ({ caller, params, body, request, signal }) =>
      trying.run({ caller, ref: await apis(caller, params), request: body, requestId: request.id, signal }),
  }
}
