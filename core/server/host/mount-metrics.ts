import { notFoundError } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import type { Telemetry } from '../operations/telemetry.ts'
import type { CoreServices } from './services.ts'

/** Serves `/metrics` for Prometheus. A token is required: metrics reveal more than anonymous callers should know. */
export function mountMetrics(http: FastifyInstance, options: { services: CoreServices; telemetry: Telemetry; enabled: boolean }): void {
  if (!options.enabled) return
  http.get('/metrics', async (request, reply) => {
    await options.services.authenticator.authenticate(
      { headers: request.headers, cookies: request.cookies },
      { pluginId: 'app', access: 'signed-in' },
    )
    const text = await options.telemetry.prometheusText()
    if (text === undefined) throw notFoundError('No metrics are kept')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text)
  })
}
