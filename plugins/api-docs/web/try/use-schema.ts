import { apiDocsApi } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { useClient } from '@portico/core/web'
import { useEffect, useState } from 'react'
import { openSchemaWorker, type SchemaWorker } from './schema-worker.ts'

/** More than this is not read for completion. */
const maxLength = 5_000_000

interface SchemaState {
  readonly schema?: SchemaWorker
  readonly failure?: string
}

/** The schema of an API, in a worker, once it is there. */
export function useSchema(entityRef: string): SchemaState {
  const client = useClient()
  const [state, setState] = useState<SchemaState>({})
  useEffect(() => {
    const controller = new AbortController()
    let opened: SchemaWorker | undefined
    async function open() {
      const { kind, namespace, name } = parseEntityRef(entityRef)
      const params = { kind: kind.toLowerCase(), namespace, name }
      const response = await client.send(apiDocsApi.getText, { params, query: {} }, { signal: controller.signal })
      const text = await response.text()
      if (text.length > maxLength) throw new Error(`${(text.length / 1_000_000).toFixed(1)} MB`)
      opened = await openSchemaWorker(text)
      if (controller.signal.aborted) opened.close()
      else setState({ schema: opened })
    }
    open().catch((error: unknown) => controller.signal.aborted || setState({ failure: (error as Error).message }))
    return () => {
      controller.abort()
      opened?.close()
    }
  }, [client, entityRef])
  return state
}
