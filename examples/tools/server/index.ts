import { defineServerPlugin } from '@portico/core/server'
import path from 'node:path'
import { exampleToolsSections } from './config.ts'

/** The tools that the example organisation uses, on loopback: only where the config has the section `exampleTools`. */
export const exampleToolsPlugin = defineServerPlugin({
  id: 'example-tools',
  config: exampleToolsSections,
  async setup({ config: { exampleTools }, log, onStop, server: { dataFolder } }) {
    if (!exampleTools) return
    const { startTools } = await import('./start-tools.ts')
    const tools = await startTools({ port: exampleTools.port, folder: path.join(dataFolder, 'example-tools'), log })
    onStop(tools.stop)
  },
})
