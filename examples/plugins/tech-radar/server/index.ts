import { defineServerPlugin, durationMs, integrationsService } from '@portico/plugin/server'
import { z } from 'zod'
import { techRadarApi } from '../common/index.ts'
import { createRadarReading } from './radar-reading.ts'

const config = {
  'tech-radar': z.strictObject({
    source: z.string().min(1).max(2000).describe('Where the radar is: an address that the portal may read, or a file'),
    title: z.string().max(200).default('Tech radar').describe('Its heading, where the file has none'),
    refresh: durationMs.prefault('5m').describe('After what time it is read again'),
  }),
}

export default defineServerPlugin({
  id: 'tech-radar',
  config,
  uses: { integrations: integrationsService },
  setup({ config: { 'tech-radar': section }, implement, log, server }, { integrations }) {
    const { refresh: refreshMs, source, title } = section
    const radar = createRadarReading({ source, title, refreshMs, folder: server.folder, integrations, log })
    implement(techRadarApi, { getRadar: () => radar.get() })
  },
})
