import { defineServerPlugin } from '@portico/core/server'
import { exampleToolsSections } from './config.ts'

/** The tools that the example organisation uses, on loopback: only where the config has the section `exampleTools`. */
export const exampleToolsPlugin = defineServerPlugin({
  id: 'example-tools',
  config: exampleToolsSections,
  async setup({ config: { exampleTools }, log, onStop }) {
    if (!exampleTools) return
    const { startTools } = await import('./start-tools.ts')
    const tools = await startTools({ port: exampleTools.port, log })
    onStop(tools.stop)
  },
})
