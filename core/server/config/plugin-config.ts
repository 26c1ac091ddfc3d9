import { configAt, isConfigObject, mergeConfig, type ConfigObject } from '@portico/core/common'
import type { ConfigPath } from './config-path.ts'
import type { LoadedConfig } from './load.ts'

/** Makes what stands in `plugins[…].config` the section of that plugin. `idOf` finds the id by what `package` says. */
export function placePluginConfig(loaded: LoadedConfig, idOf: (entry: string) => string | undefined): LoadedConfig {
  const { plugins } = loaded.data
  if (!Array.isArray(plugins)) return loaded
  const places = new Map<string, number>()
  let data: unknown = loaded.data
  plugins.forEach((entry: unknown, index) => {
    const id = isConfigObject(entry) && isConfigObject(entry['config']) ? idOf(String(entry['package'])) : undefined
    if (id === undefined) return
    places.set(id, index)
    data = mergeConfig(data, { [id]: (entry as ConfigObject)['config'] as ConfigObject })
  })
  const rest = plugins.map((entry: unknown, index) => {
    if (!isConfigObject(entry) || ![...places.values()].includes(index)) return entry
    const { config: _, ...others } = entry
    return others
  })
  const writtenAt = (path: ConfigPath): ConfigPath => {
    const [section, ...below] = path
    const index = places.get(String(section))
    return index !== undefined && configAt(loaded.data, path) === undefined ? ['plugins', index, 'config', ...below] : path
  }
  return {
    ...loaded,
    data: { ...(data as ConfigObject), plugins: rest as ConfigObject['plugins'] } as ConfigObject,
    locationOf: path => loaded.locationOf(writtenAt(path)),
    folderOf: path => loaded.folderOf(writtenAt(path)),
  }
}
